/* SPDX-License-Identifier: MIT */
/* Random programs.  They are well typed by construction: the state is the
   perspective bound and what may be done with every name, and each statement
   is made to fit it.  A planted violation is one statement that fits but for
   one condition.  */

#include <string.h>
#include "bundl.h"

uint64_t
rng_next (struct rng *r)
{
  uint64_t z = r->s += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

unsigned
rng_below (struct rng *r, unsigned n)
{
  return n ? rng_next (r) % n : 0;
}

/* What the generator knows of a name; the fields are the checker's.  */
struct name
{
  bool in_scope, async, is_const;
  struct persp value, view;
  short viewvar, root, suspended;
  /* Claims: not yet in the case, in it, past it.  */
  enum { FREE, CLAIM_BEFORE, CLAIM_IN, CLAIM_PAST } claim;
  short claim_group;            /* groups around the claim */
};

struct gen
{
  struct program *pr;
  struct rng *r;
  struct func *f;
  int fn;
  unsigned short bound[LEVELS];
  struct name name[MAXVAR];
  short lock_read[MAXVAR], lock_write[MAXVAR];    /* D6, by roots */
  bool touched[MAXVAR], wrote[MAXVAR];
  int budget, depth, constructs, groups;
  int loop_constructs;          /* at the loop around, -1: none */
  int smem;
  enum cond plant;
  int planted;                  /* statement, or -1 */
  bool unaccounted;             /* F1_SMEM: a call that was not counted */
  int unaccounted_need;
};

static unsigned
below (struct gen *g, unsigned n)
{
  return rng_below (g->r, n);
}

static bool
chance (struct gen *g, unsigned percent)
{
  return below (g, 100) < percent;
}

static struct persp
code (struct gen *g)
{
  return bound_persp (g->bound);
}

/* Units of P in one unit of OUT, in the launch that the program is for.  */
static int
units (struct gen *g, struct persp out, struct persp p)
{
  int T = g->pr->T, G = g->pr->G;
  int threads = p.level == THREAD ? (T + p.n - 1) / p.n : 0;
  if (out.level == THREAD)
    return out.n / p.n;
  if (p.level == THREAD)
    return (out.level == GRID ? G : out.n) * threads;
  if (p.level == BLOCK)
    return ((out.level == GRID ? G : out.n) + p.n - 1) / p.n;
  return 1;
}

static int
divisor (struct gen *g, int n)
{
  int d[16], k = 0;
  for (int i = 1; i <= n && k < 16; i++)
    if (n % i == 0)
      d[k++] = i;
  return d[below (g, k)];
}

/* A perspective at or below P.  */
static struct persp
narrower (struct gen *g, struct persp p)
{
  enum level l = p.level;
  if (l > THREAD && chance (g, 60))
    l = chance (g, 50) ? THREAD : below (g, l + 1);
  if (l == p.level)
    return P (l, p.n ? divisor (g, p.n) : 1);
  if (l == THREAD && g->bound[THREAD] && chance (g, 75))
    return P (THREAD, divisor (g, g->bound[THREAD]));
  return P (l, l == BLOCK ? 1 + below (g, 2) : 1 + below (g, g->pr->T));
}

static bool
strictly (struct persp a, struct persp b)
{
  return persp_ge (a, b) && !persp_eq (a, b);
}

static bool
in_bound (struct gen *g, struct persp p)
{
  return g->bound[p.level] && g->bound[p.level] % p.n == 0;
}

/* A perspective for px_id: narrower than the code and at least PI; or, with
   NOT, narrower than the code and not at least PI.  */
static bool
id_persp (struct gen *g, struct persp pi, bool not, struct persp *out)
{
  for (int tries = 0; tries < 8; tries++)
    {
      struct persp p = narrower (g, code (g));
      if (strictly (code (g), p) && persp_ge (p, pi) != not
          && in_bound (g, p))
        {
          *out = p;
          return true;
        }
    }
  return false;
}

static bool
readable (struct gen *g, int v)
{
  struct name *n = &g->name[v];
  if (!n->in_scope || g->f->var[v].kind != POINTER)
    return false;
  struct name *w = &g->name[n->viewvar];
  return !w->suspended && !w->async
         && (w->claim == FREE || w->claim == CLAIM_IN)
         && !g->lock_read[n->root];
}

static bool
writable (struct gen *g, int v)
{
  return readable (g, v) && !g->name[v].is_const
         && !g->lock_write[g->name[v].root];
}

static void
touch (struct gen *g, int v, bool write)
{
  int root = g->name[v].root;
  if (root < 0)
    return;
  g->touched[root] = true;
  if (write)
    g->wrote[root] = true;
}

/* One of the variables for which OK; -1 if none.  */
typedef bool filter (struct gen *, int v, struct persp pi);

static int
pick (struct gen *g, filter *ok, struct persp pi)
{
  int n = 0, at = -1;
  for (int v = 0; v < g->f->nvar; v++)
    if (g->name[v].in_scope && ok (g, v, pi) && below (g, ++n) == 0)
      at = v;
  return at;
}

static bool
is_scalar_ge (struct gen *g, int v, struct persp pi)
{
  return g->f->var[v].kind == SCALAR && persp_ge (g->name[v].value, pi);
}

static bool
is_scalar_not_ge (struct gen *g, int v, struct persp pi)
{
  return g->f->var[v].kind == SCALAR && !persp_ge (g->name[v].value, pi);
}

static bool
is_load_ge (struct gen *g, int v, struct persp pi)
{
  struct name *n = &g->name[v];
  if (g->f->var[v].kind == LARRAY)
    return persp_ge (n->value, pi);
  return readable (g, v) && persp_ge (persp_meet (n->value, n->view), pi);
}

static struct expr *
constant (struct gen *g, int k)
{
  struct expr *e = new_expr (g->pr, E_CONST);
  e->k = k;
  return e;
}

static struct expr *
variable (struct gen *g, int v)
{
  struct expr *e = new_expr (g->pr, E_VAR);
  e->v = v;
  return e;
}

static bool
equal (const struct expr *a, const struct expr *b)
{
  if (!a || !b)
    return a == b;
  return a->kind == b->kind && a->v == b->v && a->k == b->k
         && persp_eq (a->p, b->p) && equal (a->a, b->a) && equal (a->b, b->b)
         && equal (a->c, b->c);
}

/* Equal operands are avoided: the compiler would fold them, and with them
   what the plugin could see.  */
static struct expr *
binary (struct gen *g, enum binop op, struct expr *a, struct expr *b)
{
  if (equal (a, b))
    b = constant (g, a->kind == E_CONST ? a->k + 1 : 1);
  struct expr *e = new_expr (g->pr, E_BIN);
  e->k = op;
  e->a = a;
  e->b = b;
  return e;
}

static struct expr *
id (struct gen *g, struct persp p)
{
  struct expr *e = new_expr (g->pr, E_ID);
  e->p = p;
  return e;
}

static bool
satisfied (struct gen *g, const struct func *f)
{
  for (int l = THREAD; l < LEVELS; l++)
    if (f->bound[l] && (!g->bound[l] || g->bound[l] % f->bound[l]))
      return false;
  return !f->exact || (g->f->exact && g->bound[THREAD] == f->bound[THREAD]);
}

static struct expr *
expression (struct gen *g, struct persp pi, int depth)
{
  struct persp p;
  struct expr *e;
  int v;
  switch (below (g, depth > 0 ? 10 : 6))
    {
    case 0:
    case 1:
    case 2:
      v = pick (g, is_scalar_ge, pi);
      if (v >= 0)
        return variable (g, v);
      break;
    case 3:
      if (!g->f->is_const && id_persp (g, pi, false, &p))
        return id (g, p);
      break;
    case 4:
    case 5:
      v = g->f->is_const ? -1 : pick (g, is_load_ge, pi);
      if (v >= 0)
        {
          if (g->f->var[v].kind == POINTER)
            touch (g, v, false);
          e = new_expr (g->pr, E_LOAD);
          e->v = v;
          e->a = expression (g, pi, depth - 1);
          return e;
        }
      break;
    case 6:
      e = new_expr (g->pr, E_COND);
      e->a = expression (g, pi, depth - 1);
      e->b = expression (g, pi, depth - 1);
      e->c = expression (g, pi, depth - 1);
      if (equal (e->b, e->c))
        e->c = constant (g, e->b->kind == E_CONST ? e->b->k + 1 : 1);
      return e;
    case 7:
      for (int i = 0; i < g->fn; i++)
        if (g->pr->fn[i]->is_const && satisfied (g, g->pr->fn[i])
            && persp_ge (pi, g->pr->fn[i]->var[0].p))
          {
            e = new_expr (g->pr, E_OP);
            e->v = i;
            e->a = expression (g, pi, depth - 1);
            e->b = expression (g, pi, depth - 1);
            return e;
          }
      break;
    default:
      return binary (g, below (g, BINOPS), expression (g, pi, depth - 1),
                     expression (g, pi, depth - 1));
    }
  return constant (g, below (g, 8));
}

/* An expression whose value is not at least as broad as PI, or null.  */
static struct expr *
too_narrow (struct gen *g, struct persp pi)
{
  struct persp p;
  struct expr *e = NULL;
  int v;
  if (chance (g, 75) && id_persp (g, pi, true, &p))
    e = id (g, p);
  else if ((v = pick (g, is_scalar_not_ge, pi)) >= 0)
    e = variable (g, v);
  if (e && chance (g, 30))
    e = binary (g, chance (g, 50) ? ADD : XOR, e, expression (g, pi, 1));
  return e;
}

static void
introduce (struct gen *g, int v, struct persp value)
{
  g->name[v] = (struct name) { .in_scope = true, .value = value,
                               .viewvar = v, .root = -1,
                               .is_const = g->f->var[v].is_const };
}

/* A new scalar; its perspective is PI or, undeclared, the code's.  */
static int
scalar (struct gen *g, bool declared, struct persp pi)
{
  int v = new_var (g->f, SCALAR);
  g->f->var[v].declared = declared;
  g->f->var[v].p = pi;
  return v;
}

static bool
room (struct gen *g, int vars)
{
  return g->f->nvar + vars <= MAXVAR;
}

static struct stmt *body (struct gen *, int n);
static struct stmt *statement (struct gen *);

/* BODY with what it declares out of scope again.  */
static void
leave_scope (struct gen *g, struct stmt *s)
{
  for (; s; s = s->next)
    if ((s->kind == S_DECL || s->kind == S_LDECL || s->kind == S_PDECL
         || s->kind == S_SHARED
         || ((s->kind == S_CALL || s->kind == S_COLL) && s->decl))
        && s->v >= 0)
      g->name[s->v].in_scope = false;
}

static struct stmt *
declaration (struct gen *g)
{
  bool declared = chance (g, 60);
  struct persp p = declared ? narrower (g, code (g)) : code (g);
  struct stmt *s = new_stmt (g->pr, S_DECL);
  s->e = expression (g, p, 2);
  s->v = scalar (g, declared, p);
  introduce (g, s->v, p);
  return s;
}

static bool
is_assignable (struct gen *g, int v, struct persp pi)
{
  return g->f->var[v].kind == SCALAR && persp_ge (pi, g->name[v].value)
         && g->name[v].viewvar == v;
}

static struct stmt *
assignment (struct gen *g)
{
  int v = pick (g, is_assignable, code (g));
  if (v < 0)
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_ASSIGN);
  s->v = v;
  s->e = expression (g, g->name[v].value, 2);
  if (s->e->kind == E_VAR && s->e->v == v)
    s->e = binary (g, ADD, s->e, constant (g, 1));
  return s;
}

static struct stmt *
local_array (struct gen *g)
{
  bool declared = chance (g, 60);
  struct persp p = declared ? narrower (g, code (g)) : code (g);
  struct stmt *s = new_stmt (g->pr, S_LDECL);
  s->v = new_var (g->f, LARRAY);
  g->f->var[s->v].declared = declared;
  g->f->var[s->v].p = p;
  g->f->var[s->v].len = 2 + below (g, 3);
  introduce (g, s->v, p);
  return s;
}

static bool
is_store (struct gen *g, int v, struct persp pi)
{
  if (g->f->var[v].kind == LARRAY)
    return persp_ge (pi, g->name[v].value);
  return writable (g, v) && persp_eq (g->name[v].view, P (THREAD, 1));
}

static struct stmt *
store_to (struct gen *g, int v)
{
  struct stmt *s = new_stmt (g->pr, S_STORE);
  struct persp p = g->f->var[v].kind == LARRAY ? g->name[v].value : P (THREAD, 1);
  s->v = v;
  s->i = expression (g, p, 1);
  s->e = expression (g, p, 2);
  if (g->f->var[v].kind == POINTER)
    touch (g, v, true);
  return s;
}

static struct stmt *
store (struct gen *g)
{
  int v = pick (g, is_store, code (g));
  return v < 0 ? NULL : store_to (g, v);
}

static bool
is_alias_source (struct gen *g, int v, struct persp pi)
{
  return readable (g, v) && g->name[v].viewvar == v && g->f->var[v].len >= 2
         && persp_ge (g->name[v].value, pi);
}

/* A new name of LEN elements for what SRC points to.  */
static struct stmt *
alias_of (struct gen *g, int src, int len)
{
  struct persp p = code (g);
  struct stmt *s = new_stmt (g->pr, S_PDECL);
  s->src = src;
  s->v = new_var (g->f, POINTER);
  g->f->var[s->v].p = p;
  g->f->var[s->v].is_const = g->name[src].is_const;
  g->f->var[s->v].len = len;
  introduce (g, s->v, p);
  g->name[s->v].view = g->name[src].view;
  g->name[s->v].viewvar = src;
  g->name[s->v].root = g->name[src].root;
  return s;
}

static struct stmt *
alias (struct gen *g)
{
  struct persp p = code (g);
  int src = pick (g, is_alias_source, p);
  if (src < 0 || g->name[src].claim != FREE)
    return NULL;
  struct expr *off = chance (g, 70) ? expression (g, p, 1) : NULL;
  struct stmt *s = alias_of (g, src, g->f->var[src].len - 1);
  s->i = off;
  return s;
}

static bool
is_alias (struct gen *g, int v, struct persp pi)
{
  return readable (g, v) && g->name[v].viewvar != v
         && persp_ge (pi, g->name[v].value)
         && persp_ge (g->name[g->name[v].viewvar].value, g->name[v].value);
}

static struct stmt *
alias_moved (struct gen *g)
{
  int v = pick (g, is_alias, code (g));
  if (v < 0)
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_PASSIGN);
  s->v = v;
  s->src = g->name[v].viewvar;
  s->i = expression (g, g->name[v].value, 1);
  return s;
}

static struct stmt *
conditional (struct gen *g)
{
  struct stmt *s = new_stmt (g->pr, S_IF);
  s->e = expression (g, code (g), 2);
  if (g->loop_constructs == g->constructs && chance (g, 20))
    s->body[0] = new_stmt (g->pr, chance (g, 50) ? S_BREAK : S_CONTINUE);
  else if (g->constructs == 0 && g->depth > 0 && chance (g, 10))
    {
      s->body[0] = new_stmt (g->pr, S_RETURN);
      if (g->f->has_result)
        s->body[0]->e = expression (g, g->f->result, 1);
    }
  else
    s->body[0] = body (g, 1 + below (g, 3));
  if (chance (g, 40))
    s->body[1] = body (g, 1 + below (g, 2));
  return s;
}

static struct stmt *
loop (struct gen *g)
{
  if (!room (g, 1))
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_LOOP);
  s->e = expression (g, code (g), 1);
  s->v = scalar (g, false, code (g));
  introduce (g, s->v, code (g));
  g->name[s->v].viewvar = -1;     /* not to be assigned */
  int save = g->loop_constructs;
  g->loop_constructs = g->constructs;
  s->body[0] = body (g, 1 + below (g, 3));
  g->loop_constructs = save;
  g->name[s->v].in_scope = false;
  return s;
}

/* BODY of a construct that sets LEVEL to N.  */
static struct stmt *
narrow_body (struct gen *g, int level, int n, struct stmt *(*make) (struct gen *, void *), void *arg)
{
  unsigned short save[LEVELS];
  memcpy (save, g->bound, sizeof save);
  for (int l = level + 1; l < LEVELS; l++)
    g->bound[l] = 0;
  g->bound[level] = n;
  g->constructs++;
  struct stmt *b = make (g, arg);
  g->constructs--;
  memcpy (g->bound, save, sizeof save);
  return b;
}

static struct stmt *
some (struct gen *g, void *unused)
{
  (void) unused;
  return body (g, 1 + below (g, 4));
}

static struct stmt *
group_of (struct gen *g, int level, int n, struct stmt *(*make) (struct gen *, void *), void *arg)
{
  struct stmt *s = new_stmt (g->pr, S_GROUP);
  s->p = P (level, n);
  bool same = persp_eq (s->p, code (g));
  g->groups += !same;
  s->body[0] = narrow_body (g, level, n, make, arg);
  g->groups -= !same;
  return s;
}

static struct stmt *
group (struct gen *g)
{
  int l = below (g, LEVELS);
  if (!g->bound[l])
    l = THREAD;
  if (!g->bound[l])
    return NULL;
  return group_of (g, l, divisor (g, g->bound[l]), some, NULL);
}

/* What a branch of a split does.  */
struct branch
{
  struct stmt *(*make) (struct gen *, void *);
  void *arg;
};

/* A split at LEVEL of N cases.  */
static struct stmt *
split_of (struct gen *g, int level, int n, const int size[], const struct branch b[])
{
  struct stmt *s = new_stmt (g->pr, S_SPLIT);
  bool touched[MAXVAR] = { 0 }, wrote[MAXVAR] = { 0 };
  s->p = P (level, 1);
  s->ncase = n;
  for (int k = 0; k < n; k++)
    {
      bool save_t[MAXVAR], save_w[MAXVAR];
      bool add_r[MAXVAR], add_w[MAXVAR];
      memcpy (save_t, g->touched, sizeof save_t);
      memcpy (save_w, g->wrote, sizeof save_w);
      memset (g->touched, 0, sizeof save_t);
      memset (g->wrote, 0, sizeof save_w);
      for (int v = 0; v < MAXVAR; v++)
        {
          add_r[v] = wrote[v];
          add_w[v] = touched[v];
          g->lock_read[v] += add_r[v];
          g->lock_write[v] += add_w[v];
        }
      int claim = -1;
      for (int v = 0; v < g->f->nvar; v++)
        if (g->name[v].in_scope && g->name[v].claim == CLAIM_BEFORE
            && g->name[v].claim_group == g->groups
            && persp_eq (g->name[v].view, P (level, size[k])))
          g->name[claim = v].claim = CLAIM_IN;
      s->size[k] = size[k];
      s->body[k] = narrow_body (g, level, size[k], b ? b[k].make : some,
                                b ? b[k].arg : NULL);
      if (claim >= 0)
        for (int v = 0; v < g->f->nvar; v++)
          if (g->name[v].claim == CLAIM_IN
              && persp_eq (g->name[v].view, P (level, size[k])))
            g->name[v].claim = CLAIM_PAST;
      for (int v = 0; v < MAXVAR; v++)
        {
          g->lock_read[v] -= add_r[v];
          g->lock_write[v] -= add_w[v];
          touched[v] |= g->touched[v];
          wrote[v] |= g->wrote[v];
          g->touched[v] |= save_t[v];
          g->wrote[v] |= save_w[v];
        }
    }
  return s;
}

/* Can code at P be split at LEVEL, and into how many units?  */
static int
splittable (struct gen *g, int level)
{
  struct persp p = code (g);
  if (level < GRID && g->bound[level]
      && (p.level == level || (p.level == level + 1 && p.n == 1)))
    return g->bound[level];
  return 0;
}

static int
split_level (struct gen *g)
{
  int first = below (g, 2);
  return splittable (g, first) ? first : splittable (g, !first) ? !first : -1;
}

static struct stmt *
split (struct gen *g)
{
  int level = split_level (g);
  if (level < 0)
    return NULL;
  int avail = splittable (g, level), size[MAXCASE], n = 0, start = 0;
  bool inside = code (g).level == level;
  for (int tries = 0; tries < 8 && n < MAXCASE; tries++)
    {
      int k = inside ? divisor (g, avail) : 1 + (int) below (g, avail);
      if (start + k <= avail && start % k == 0)
        {
          size[n++] = k;
          start += k;
        }
    }
  return n ? split_of (g, level, n, size, NULL) : NULL;
}

static bool
is_view_source (struct gen *g, int v, struct persp pi)
{
  return writable (g, v) && persp_eq (g->name[v].view, pi);
}

static bool
is_const_source (struct gen *g, int v, struct persp pi)
{
  return readable (g, v) && g->name[v].is_const
         && persp_eq (g->name[v].view, pi);
}

/* Opens a view statement of KIND on SRC for P; the caller makes the body and
   closes it.  LEN: elements of the new name.  */
static struct stmt *
open_view (struct gen *g, enum stmt_kind kind, int src, struct persp p, int len)
{
  struct stmt *s = new_stmt (g->pr, kind);
  s->src = src;
  s->p = p;
  s->v = new_var (g->f, POINTER);
  g->f->var[s->v].p = p;
  g->f->var[s->v].is_const = g->name[src].is_const;
  g->f->var[s->v].len = len;
  introduce (g, s->v, p);
  struct name *n = &g->name[s->v];
  n->view = p;
  n->root = g->name[src].root;
  n->async = kind == S_ASYNC;
  n->claim = kind == S_CLAIM ? CLAIM_BEFORE : FREE;
  n->claim_group = g->groups;
  g->name[g->name[src].viewvar].suspended++;
  g->constructs++;
  touch (g, src, !n->is_const);
  return s;
}

static void
close_view (struct gen *g, struct stmt *s)
{
  g->constructs--;
  g->name[g->name[s->src].viewvar].suspended--;
  g->name[s->v].in_scope = false;
}

static bool
view_ok (struct gen *g, int src, struct persp p)
{
  return persp_ge (g->name[src].value, p);
}

static struct stmt *
partition (struct gen *g)
{
  int src = pick (g, chance (g, 85) ? is_view_source : is_const_source, code (g));
  if (src < 0)
    return NULL;
  struct persp p = chance (g, 50) && g->bound[THREAD] ? P (THREAD, 1)
                                                      : narrower (g, code (g));
  if (!strictly (code (g), p) || !in_bound (g, p) || !view_ok (g, src, p))
    return NULL;
  int stride = g->f->var[src].len / units (g, code (g), p);
  if (stride < 1)
    return NULL;
  struct expr *off = NULL;
  if (stride > 1 && chance (g, 40))
    off = expression (g, p, 1);
  struct stmt *s = open_view (g, S_PARTITION, src, p, stride - (off != NULL));
  s->i = off;
  s->body[0] = body (g, 1 + below (g, 4));
  close_view (g, s);
  return s;
}

/* Sizes of a split at LEVEL one of whose cases has N units; that case's
   index, or -1.  */
static int
sizes_with (struct gen *g, int level, int n, int size[MAXCASE], int *ncase)
{
  int avail = splittable (g, level), start = 0, at = -1;
  bool inside = code (g).level == level;
  if (n > avail || (inside && avail % n))
    return -1;
  *ncase = 0;
  if (chance (g, 40) && 2 * n <= avail)
    {
      size[(*ncase)++] = n;
      start = n;
    }
  at = *ncase;
  size[(*ncase)++] = n;
  start += n;
  for (int tries = 0; tries < 4 && *ncase < MAXCASE; tries++)
    {
      int k = inside ? divisor (g, avail) : 1 + (int) below (g, avail);
      if (chance (g, 60) && start + k <= avail && start % k == 0)
        {
          size[(*ncase)++] = k;
          start += k;
        }
    }
  return at;
}

/* Writes and then reads pointer *ARG, whose view is the code's.  */
static struct stmt *
write_and_read (struct gen *g, void *arg)
{
  int v = *(int *) arg;
  struct stmt *first;
  if (!room (g, 2))
    return NULL;
  if (persp_eq (g->name[v].view, P (THREAD, 1)))
    first = store_to (g, v);
  else
    {
      int stride = g->f->var[v].len / units (g, g->name[v].view, P (THREAD, 1));
      if (stride < 1)
        return NULL;
      first = open_view (g, S_PARTITION, v, P (THREAD, 1), stride);
      first->body[0] = store_to (g, first->v);
      first->body[0]->e = id (g, P (THREAD, 1));
      if (persp_eq (code (g), P (THREAD, 1)))
        first->body[0]->e = constant (g, below (g, 8));
      close_view (g, first);
    }
  struct stmt *s = first->next = new_stmt (g->pr, S_DECL);
  s->v = scalar (g, true, P (THREAD, 1));
  s->e = new_expr (g->pr, E_LOAD);
  s->e->v = v;
  s->e->a = constant (g, below (g, 8));
  touch (g, v, false);
  return first;
}

static struct stmt *
claim (struct gen *g)
{
  int level = split_level (g), src = pick (g, is_view_source, code (g));
  int size[MAXCASE], ncase;
  if (level < 0 || src < 0)
    return NULL;
  struct persp p = P (level, divisor (g, splittable (g, level)));
  if (!strictly (code (g), p) || sizes_with (g, level, p.n, size, &ncase) < 0 || !view_ok (g, src, p))
    return NULL;
  struct stmt *s = open_view (g, S_CLAIM, src, p, g->f->var[src].len);
  struct stmt **tail = &s->body[0];
  int smem = g->smem;
  if (chance (g, 30))
    *tail = statement (g);
  while (*tail)
    tail = &(*tail)->next;
  if (g->name[s->v].claim == CLAIM_BEFORE && chance (g, 50))
    {
      struct branch b[MAXCASE];
      int v = s->v;
      for (int k = 0; k < ncase; k++)
        b[k] = (struct branch) { some, NULL };
      for (int k = 0; k < ncase; k++)
        if (size[k] == p.n)
          {
            b[k] = (struct branch) { write_and_read, &v };
            break;
          }
      *tail = split_of (g, level, ncase, size, b);
    }
  else
    *tail = split_of (g, level, ncase, size, NULL);
  leave_scope (g, s->body[0]);
  g->smem = smem;
  close_view (g, s);
  return s;
}

static bool
is_copy_source (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  return readable (g, v) && g->name[v].is_const;
}

/* A copy into async name *ARG.  */
static struct stmt *
copy_into (struct gen *g, void *arg)
{
  int v = *(int *) arg, src = pick (g, is_copy_source, TOP);
  if (src < 0 || g->lock_write[g->name[v].root])
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_COPY);
  s->v = v;
  s->src = src;
  touch (g, v, true);
  touch (g, src, false);
  return s;
}

static struct stmt *
async (struct gen *g)
{
  int src = pick (g, is_view_source, code (g));
  if (src < 0 || !view_ok (g, src, code (g)))
    return NULL;
  struct stmt *s = open_view (g, S_ASYNC, src, code (g), g->f->var[src].len);
  int v = s->v, one = 1;
  struct branch b = { copy_into, &v };
  if (persp_eq (code (g), P (THREAD, 1)))
    s->body[0] = copy_into (g, &v);
  else if (splittable (g, THREAD))
    s->body[0] = split_of (g, THREAD, 1, &one, &b);
  else
    s->body[0] = body (g, 1);
  close_view (g, s);
  return s;
}

static int
align16 (int n)
{
  return (n + 15) & ~15;
}

static void
need (struct gen *g, int smem)
{
  if (g->f->smem < smem)
    g->f->smem = smem;
}

static struct stmt *
shared (struct gen *g)
{
  if (!persp_eq (code (g), P (BLOCK, 1)))
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_SHARED);
  s->v = new_var (g->f, POINTER);
  g->f->var[s->v].p = P (BLOCK, 1);
  g->f->var[s->v].len = g->pr->T * (1 + below (g, 3));
  introduce (g, s->v, P (BLOCK, 1));
  g->name[s->v].view = P (BLOCK, 1);
  g->name[s->v].root = s->v;
  g->smem = align16 (g->smem) + 4 * g->f->var[s->v].len;
  need (g, g->smem);
  return s;
}

/* Arguments of a call: all fit but, if BAD is a condition, one.  */
static bool
fits (struct gen *g, int v, const struct var *q, enum cond bad)
{
  struct name *n = &g->name[v];
  struct persp p = q->p;
  if (g->f->var[v].len < q->len)
    return false;
  if (g->f->var[v].kind == LARRAY)
    {
      if (bad == F3_LOCAL)
        return !q->is_const && persp_eq (n->value, p)
               && !persp_eq (p, P (THREAD, 1));
      if (bad != NCOND)
        return bad == (q->is_const ? F3_CONST : F3_EXACT)
               && !(q->is_const ? persp_ge (n->value, p)
                                : persp_eq (n->value, p));
      return q->is_const ? persp_ge (n->value, p)
                         : persp_eq (n->value, p)
                           && persp_eq (p, P (THREAD, 1));
    }
  if (bad == F3_LOCAL || !readable (g, v) || (!q->is_const && !writable (g, v)))
    return false;
  if (bad == F3_EXACT)
    return !q->is_const && !persp_eq (n->view, p);
  if (bad == F3_CONST)
    return q->is_const && !persp_ge (n->view, p) && persp_ge (n->value, p);
  return persp_ge (n->value, p)
         && (q->is_const ? persp_ge (n->view, p) : persp_eq (n->view, p));
}

static bool
argument (struct gen *g, struct stmt *s, int k, const struct func *f, enum cond bad)
{
  const struct var *q = &f->var[k];
  struct arg *a = &s->arg[k];
  a->v = -1;
  if (q->kind == SCALAR)
    {
      a->e = bad == F2_SCALAR ? too_narrow (g, q->p) : expression (g, q->p, 1);
      return a->e != NULL && (bad == NCOND || bad == F2_SCALAR);
    }
  if (bad == F2_SCALAR)
    return false;
  int n = 0, at = -1;
  bool at_twice = false;
  for (int v = 0; v < g->f->nvar; v++)
    {
      if (!g->name[v].in_scope || g->f->var[v].kind == SCALAR
          || !fits (g, v, q, bad))
        continue;
      int root = g->f->var[v].kind == LARRAY ? v : g->name[v].root;
      bool twice = false;
      for (int j = 0; j < k; j++)
        if (s->arg[j].v >= 0)
          {
            int w = s->arg[j].v;
            int r = g->f->var[w].kind == LARRAY ? w : g->name[w].root;
            twice |= r == root && !(q->is_const && f->var[j].is_const);
          }
      if (twice && g->plant != F7_TWICE)
        continue;
      if (below (g, ++n) == 0)
        {
          at = v;
          at_twice = twice;
        }
    }
  if (at < 0)
    return false;
  if (bad == F2_VALUE)
    {
      if (g->f->var[at].len <= q->len || g->f->var[at].kind == LARRAY)
        return false;
      a->e = too_narrow (g, q->p);
      if (!a->e)
        return false;
    }
  else if (g->f->var[at].len > q->len && chance (g, 40))
    a->e = expression (g, q->p, 1);
  if (at_twice)
    {
      if (g->planted >= 0)
        return false;
      g->planted = s->id;
    }
  a->v = at;
  return true;
}

static struct stmt *
call_of (struct gen *g, int fn, enum cond bad)
{
  const struct func *f = g->pr->fn[fn];
  int at = -1, before = g->planted;
  struct stmt *s = new_stmt (g->pr, S_CALL);
  s->fn = fn;
  s->nargs = f->nparam;
  if (bad != NCOND)
    at = below (g, f->nparam);
  bool args_bad = bad == F2_SCALAR || bad == F2_VALUE || bad == F3_EXACT
                  || bad == F3_CONST || bad == F3_LOCAL;
  for (int k = 0; k < f->nparam; k++)
    if (!argument (g, s, k, f, args_bad && k == at ? bad : NCOND))
      {
        g->planted = before;
        return NULL;
      }
  if (args_bad && !f->nparam)
    return NULL;
  for (int k = 0; k < f->nparam; k++)
    if (s->arg[k].v >= 0 && g->f->var[s->arg[k].v].kind == POINTER)
      touch (g, s->arg[k].v, !f->var[k].is_const);
  if (bad == F1_SMEM)
    {
      g->unaccounted = true;
      g->unaccounted_need = align16 (g->smem) + f->smem;
    }
  else if (f->smem)
    need (g, align16 (g->smem) + f->smem);
  if (f->has_result && chance (g, 80))
    {
      struct persp p = persp_meet (f->result, code (g));
      bool declared = !persp_eq (p, code (g)) || chance (g, 20);
      s->v = scalar (g, declared, p);
      s->decl = true;
      introduce (g, s->v, p);
    }
  return s;
}

static struct stmt *
call (struct gen *g)
{
  for (int tries = 0; tries < 4; tries++)
    {
      int fn = below (g, g->fn);
      struct stmt *s;
      if (g->fn && !g->pr->fn[fn]->is_const && satisfied (g, g->pr->fn[fn])
          && (s = call_of (g, fn, NCOND)))
        return s;
    }
  return NULL;
}

static struct stmt *
collective_at (struct gen *g, struct persp p)
{
  struct stmt *s = new_stmt (g->pr, S_COLL);
  s->p = p;
  s->e = expression (g, P (THREAD, 1), 1);
  s->i = expression (g, p, 1);
  if (chance (g, 60) && room (g, 1))
    {
      struct persp q = persp_meet (p, code (g));
      s->v = scalar (g, !persp_eq (q, code (g)), q);
      s->decl = true;
      introduce (g, s->v, q);
    }
  return s;
}

static struct stmt *
collective (struct gen *g)
{
  int l = below (g, LEVELS);
  if (!g->bound[l])
    l = code (g).level;
  return collective_at (g, P (l, l == GRID ? 1 : divisor (g, g->bound[l])));
}

static struct stmt *plant (struct gen *);

static struct stmt *
statement (struct gen *g)
{
  static struct stmt *(*const make[]) (struct gen *) = {
    declaration, declaration, assignment, assignment, local_array, store,
    store, store, alias, alias_moved, conditional, conditional, loop, group,
    group, split, split, partition, partition, partition, claim, claim, async,
    shared, shared, call, call, call, collective, collective
  };
  static const struct { struct stmt *(*f) (struct gen *); } nested[] = {
    { conditional }, { loop }, { group }, { split }, { partition }, { claim },
    { async }
  };
  if (g->budget <= 0 || !room (g, 12))
    return NULL;
  g->budget--;
  if (g->plant != NCOND && g->planted < 0 && chance (g, 35))
    {
      struct stmt *s = plant (g);
      if (s)
        {
          if (g->planted < 0)
            g->planted = s->id;
          return s;
        }
    }
  for (int tries = 0; tries < 6; tries++)
    {
      struct stmt *(*f) (struct gen *) = make[below (g, sizeof make / sizeof *make)];
      bool nests = false;
      for (unsigned i = 0; i < sizeof nested / sizeof *nested; i++)
        nests |= nested[i].f == f;
      if (nests && g->depth >= 5)
        continue;
      g->depth++;
      struct stmt *s = f (g);
      g->depth--;
      if (s)
        return s;
    }
  return NULL;
}

static struct stmt *
body (struct gen *g, int n)
{
  struct stmt *first = NULL, **tail = &first;
  int smem = g->smem;
  while (n-- > 0)
    {
      struct stmt *s = statement (g);
      if (!s)
        continue;
      *tail = s;
      while (*tail)
        tail = &(*tail)->next;
    }
  leave_scope (g, first);
  g->smem = smem;
  return first;
}

/* Planted violations, by condition; null where the state does not fit.  */

static struct stmt *
collective_body (struct gen *g, void *arg)
{
  struct persp *p = arg;
  struct stmt *s = collective_at (g, p ? *p : code (g));
  leave_scope (g, s);
  return s;
}

struct jump { enum stmt_kind kind; int v; };

static struct stmt *
jump_body (struct gen *g, void *arg)
{
  struct jump *jump = arg;
  struct stmt *s = new_stmt (g->pr, S_IF);
  s->e = variable (g, jump->v);
  struct stmt *j = s->body[0] = new_stmt (g->pr, jump->kind);
  g->planted = j->id;
  return s;
}

/* A jump of KIND out of a group, by some of its units only, and a meeting
   behind it.  */
static struct stmt *
jump_out (struct gen *g, enum stmt_kind kind)
{
  struct jump jump = { kind, 0 };
  struct persp p;
  if (!id_persp (g, P (THREAD, 1), false, &p))
    return NULL;
  struct stmt *s = new_stmt (g->pr, S_DECL);
  s->e = id (g, p);
  s->v = jump.v = scalar (g, true, p);
  introduce (g, s->v, p);
  s->next = group_of (g, p.level, p.n, jump_body, &jump);
  if (code (g).level != GRID)
    s->next->next = collective_at (g, code (g));
  return s;
}

static bool
is_broad_scalar (struct gen *g, int v, struct persp pi)
{
  return g->f->var[v].kind == SCALAR && g->name[v].viewvar == v
         && !persp_ge (pi, g->name[v].value);
}

static bool
is_local_array (struct gen *g, int v, struct persp pi)
{
  return g->f->var[v].kind == LARRAY && persp_ge (pi, g->name[v].value);
}

static bool
is_broad_view (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  return writable (g, v) && !persp_eq (g->name[v].view, P (THREAD, 1));
}

static bool
is_wrong_source (struct gen *g, int v, struct persp pi)
{
  return writable (g, v) && !persp_eq (g->name[v].view, pi)
         && persp_ge (g->name[v].view, P (THREAD, 1))
         && g->name[v].view.level > THREAD;
}

static bool
is_suspended (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  struct name *n = &g->name[v];
  return g->f->var[v].kind == POINTER && n->viewvar == v && n->suspended
         && n->claim == FREE && !n->async && !g->lock_read[n->root];
}

static bool
is_async (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  struct name *n = &g->name[v];
  return g->f->var[v].kind == POINTER && n->async && !n->suspended
         && !g->lock_read[n->root] && !g->lock_write[n->root];
}

static bool
is_claim_outside (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  struct name *n = &g->name[v];
  return g->f->var[v].kind == POINTER && n->claim == CLAIM_BEFORE
         && n->claim_group == g->groups && !n->suspended && !g->lock_write[n->root];
}

static bool
is_plain_copy_source (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  return readable (g, v) && !g->name[v].is_const;
}

static bool
is_own (struct gen *g, int v, struct persp pi)
{
  (void) pi;
  return writable (g, v) && persp_eq (g->name[v].view, P (THREAD, 1));
}

/* A new variable at P with an element of V.  */
static struct stmt *
load_at (struct gen *g, int v, struct persp p)
{
  struct stmt *s = new_stmt (g->pr, S_DECL);
  s->v = scalar (g, true, p);
  introduce (g, s->v, p);
  s->e = new_expr (g->pr, E_LOAD);
  s->e->v = v;
  s->e->a = constant (g, below (g, 8));
  touch (g, v, false);
  return s;
}

static struct stmt *
load_of (struct gen *g, int v)
{
  return load_at (g, v, P (THREAD, 1));
}

static struct stmt *
store_body (struct gen *g, void *arg)
{
  return store_to (g, *(int *) arg);
}

static struct stmt *
load_body (struct gen *g, void *arg)
{
  struct stmt *s = load_of (g, *(int *) arg);
  leave_scope (g, s);
  return s;
}

static struct stmt *
plant_call (struct gen *g, enum cond bad)
{
  for (int tries = 0; tries < 3; tries++)
    {
      int fn = below (g, g->fn);
      if (!g->fn || g->pr->fn[fn]->is_const)
        continue;
      const struct func *f = g->pr->fn[fn];
      bool level = false, div = false;
      for (int l = THREAD; l < LEVELS; l++)
        if (f->bound[l] && !g->bound[l])
          level = true;
        else if (f->bound[l] && g->bound[l] % f->bound[l])
          div = true;
      bool exact = f->exact && !(g->f->exact
                                 && g->f->bound[THREAD] == f->bound[THREAD]
                                 && g->bound[THREAD] == f->bound[THREAD]);
      if (level != (bad == F1_LEVEL) || (div && !f->exact) != (bad == F1_DIV)
          || exact != (bad == F1_THREADS) || (bad == F1_SMEM && !f->smem))
        continue;
      struct stmt *s = call_of (g, fn, bad);
      if (s)
        return s;
    }
  return NULL;
}

/* Passes a new local array to a parameter that it does not fit.  */
static struct stmt *
plant_array (struct gen *g)
{
  for (int fn = 0; fn < g->fn; fn++)
    {
      const struct func *f = g->pr->fn[fn];
      for (int k = 0; k < f->nparam; k++)
        {
          const struct var *q = &f->var[k];
          struct persp p = g->plant == F3_LOCAL ? q->p : P (THREAD, 1);
          if (q->kind != POINTER || q->is_const != (g->plant == F3_CONST)
              || persp_eq (q->p, P (THREAD, 1)) || !persp_ge (code (g), p)
              || f->is_const || !satisfied (g, f))
            continue;
          struct stmt *s = new_stmt (g->pr, S_LDECL), *t;
          s->v = new_var (g->f, LARRAY);
          g->f->var[s->v].declared = true;
          g->f->var[s->v].p = p;
          g->f->var[s->v].len = q->len + 1;
          introduce (g, s->v, p);
          struct stmt *store = s->next = store_to (g, s->v);
          if (g->plant == F3_CONST && strictly (code (g), p))
            store->e = id (g, p);
          t = store->next = call_of (g, fn, g->plant);
          if (!t)
            {
              g->name[s->v].in_scope = false;
              return NULL;
            }
          t->next = g->plant == F3_LOCAL ? load_at (g, s->v, p) : NULL;
          g->planted = t->id;
          return s;
        }
    }
  return NULL;
}

static struct stmt *
plant_split (struct gen *g)
{
  int level = split_level (g), size[MAXCASE], n = 0, start = 0;
  struct branch b[MAXCASE];
  if (level < 0)
    return NULL;
  int avail = splittable (g, level);
  bool inside = code (g).level == level, bad = false;
  for (int tries = 0; tries < 12 && n < MAXCASE && !bad; tries++)
    {
      int k = 1 + below (g, avail);
      bool sum = start + k > avail, align = start % k, div = inside && avail % k;
      if (sum + align + div == 0)
        ;
      else if (g->plant == C2_SUM ? !sum || align || div
               : g->plant == C2_START ? !align || sum || div
               : !div || sum || align)
        continue;
      else
        bad = true;
      b[n] = (struct branch) { bad ? collective_body : some, NULL };
      size[n++] = k;
      start += k;
    }
  return bad ? split_of (g, level, n, size, b) : NULL;
}

static struct stmt *
plant_claim (struct gen *g)
{
  int level = split_level (g), src = pick (g, is_view_source, code (g));
  if (level < 0 || src < 0)
    return NULL;
  int avail = splittable (g, level), n, m = 0, size[2];
  if (g->plant == D6_ONE)
    {
      n = divisor (g, avail);
      if (2 * n > avail)
        return NULL;
    }
  else
    {
      m = divisor (g, avail);
      n = divisor (g, m);
      if (level != THREAD || n == m || persp_eq (P (level, m), code (g)))
        return NULL;
    }
  struct persp p = P (level, n);
  if (!view_ok (g, src, p))
    return NULL;
  struct stmt *s = open_view (g, S_CLAIM, src, p, g->f->var[src].len);
  int v = s->v;
  struct branch b[2] = { { write_and_read, &v }, { write_and_read, &v } };
  size[0] = size[1] = n;
  if (g->plant == D6_ONE)
    {
      g->name[v].claim = FREE;
      int root = g->name[v].root;
      g->name[v].root = MAXVAR - 1;    /* keeps D6's locks off */
      struct stmt **tail = &s->body[0];
      for (int k = 0; k < 2; k++, tail = &(*tail)->next)
        {
          struct stmt *t = *tail = new_stmt (g->pr, S_SPLIT);
          t->p = P (level, 1);
          t->ncase = 1 + k;
          t->size[0] = t->size[1] = n;
          t->body[k] = narrow_body (g, level, n, k ? load_body : write_and_read, &v);
          if (k && t->body[1] && s->body[0]->body[0])
            g->planted = t->body[1]->id;
          leave_scope (g, t->body[k]);
        }
      g->name[v].root = root;
    }
  else
    {
      g->name[v].claim = FREE;
      struct stmt *t = s->body[0] = new_stmt (g->pr, S_GROUP);
      t->p = P (level, m);
      unsigned short save[LEVELS];
      memcpy (save, g->bound, sizeof save);
      for (int l = level + 1; l < LEVELS; l++)
        g->bound[l] = 0;
      g->bound[level] = m;
      t->body[0] = split_of (g, level, 1, size, b);
      memcpy (g->bound, save, sizeof save);
      struct stmt *in = t->body[0]->body[0];
      if (in)
        g->planted = in->id;
    }
  close_view (g, s);
  if (g->planted < 0)
    return NULL;
  return s;
}

static struct stmt *
plant (struct gen *g)
{
  struct persp p = code (g), q;
  struct stmt *s;
  int v, w, level, size[MAXCASE];
  switch (g->plant)
    {
    case C1_LEVEL:
      if (p.level == GRID)
        return NULL;
      level = p.level + 1 + below (g, GRID - p.level);
      return group_of (g, level, 1, collective_body, NULL);
    case C1_DIV:
      level = g->bound[BLOCK] && chance (g, 30) ? BLOCK : THREAD;
      v = 2 + below (g, g->pr->T);
      if (!g->bound[level] || g->bound[level] % v == 0)
        return NULL;
      return group_of (g, level, v, collective_body, NULL);
    case C2_PLACE:
      if (p.level == THREAD)
        level = BLOCK;
      else if (p.level == GRID || p.n > 1)
        level = THREAD;
      else
        return NULL;
      size[0] = 1;
      return split_of (g, level, 1, size, NULL);
    case C2_SUM:
    case C2_START:
    case C2_DIV:
      return plant_split (g);
    case C3_IF:
    case C3_LOOP:
      {
        struct expr *e = too_narrow (g, p);
        if (!e)
          return NULL;
        s = new_stmt (g->pr, g->plant == C3_IF ? S_IF : S_LOOP);
        s->e = g->plant == C3_IF ? binary (g, AND, e, constant (g, 1)) : e;
        if (g->plant == C3_LOOP)
          s->v = scalar (g, false, p);
        s->body[0] = collective_body (g, NULL);
        return s;
      }
    case C4_LOOP:
      if (g->loop_constructs < 0)
        return NULL;
      return jump_out (g, chance (g, 50) ? S_BREAK : S_CONTINUE);
    case C4_RETURN:
      if (g->constructs || g->f->has_result)
        return NULL;
      return jump_out (g, S_RETURN);
    case D1_VALUE:
      {
        v = pick (g, is_assignable, p);
        q = v >= 0 ? g->name[v].value : p;
        struct expr *e = too_narrow (g, q);
        if (!e)
          return NULL;
        s = new_stmt (g->pr, v >= 0 ? S_ASSIGN : S_DECL);
        s->v = v >= 0 ? v : scalar (g, true, p);
        s->e = e;
        if (v < 0)
          introduce (g, s->v, p);
        return s;
      }
    case D1_CODE:
      v = pick (g, is_broad_scalar, p);
      if (v >= 0)
        {
          s = new_stmt (g->pr, S_ASSIGN);
          s->v = v;
          s->e = constant (g, below (g, 8));
          return s;
        }
      if (p.level == GRID)
        return NULL;
      q = P (p.level + 1, 1);
      s = new_stmt (g->pr, S_DECL);
      s->e = expression (g, q, 1);
      s->v = scalar (g, true, q);
      introduce (g, s->v, q);
      return s;
    case D1_INDEX:
      {
        v = pick (g, is_local_array, p);
        struct expr *e = v < 0 ? NULL : too_narrow (g, g->name[v].value);
        if (!e)
          return NULL;
        s = store_to (g, v);
        s->i = e;
        return s;
      }
    case D1_OFFSET:
      {
        v = pick (g, is_view_source, p);
        q = narrower (g, p);
        struct expr *e = v < 0 || !strictly (p, q) || !view_ok (g, v, q)
                         || !in_bound (g, q)
                         ? NULL : too_narrow (g, q);
        if (!e)
          return NULL;
        int stride = g->f->var[v].len / units (g, p, q);
        if (stride < 2)
          return NULL;
        s = open_view (g, S_PARTITION, v, q, stride - 1);
        s->i = e;
        s->body[0] = load_of (g, s->v);
        leave_scope (g, s->body[0]);
        close_view (g, s);
        return s;
      }
    case D1_ALIAS:
      {
        struct expr *e = too_narrow (g, p);
        s = e ? alias (g) : NULL;
        if (s)
          {
            struct var *x = &g->f->var[s->v];
            x->p = x->declared ? x->p : p;
            x->declared = true;
            s->i = e;
          }
        return s;
      }
    case D2_UNIFORM:
      {
        s = collective (g);
        leave_scope (g, s);
        s->i = too_narrow (g, s->p);
        if (!s->i)
          return NULL;
        if (s->v >= 0)
          g->name[s->v].in_scope = true;
        return s;
      }
    case D3_PLACE:
      if (persp_eq (p, P (BLOCK, 1)))
        return NULL;
      s = new_stmt (g->pr, S_SHARED);
      s->v = new_var (g->f, POINTER);
      g->f->var[s->v].len = 4;
      g->smem = align16 (g->smem) + 16;
      need (g, g->smem);
      introduce (g, s->v, P (BLOCK, 1));
      g->name[s->v].view = P (BLOCK, 1);
      g->name[s->v].root = s->v;
      return s;
    case D3_SIZE:
      s = shared (g);
      if (!s)
        return NULL;
      g->f->var[s->v].len = 4096;
      g->f->smem = g->smem < g->f->smem ? g->f->smem : g->smem;
      return s;
    case D4_STORE:
      v = pick (g, is_broad_view, p);
      return v < 0 ? NULL : store_to (g, v);
    case D5_SOURCE:
      v = pick (g, is_wrong_source, p);
      if (v < 0 || !g->bound[THREAD] || !view_ok (g, v, P (THREAD, 1)))
        return NULL;
      w = g->f->var[v].len / units (g, g->name[v].view, P (THREAD, 1));
      if (w < 1)
        return NULL;
      s = open_view (g, S_PARTITION, v, P (THREAD, 1), w);
      s->body[0] = store_to (g, s->v);
      close_view (g, s);
      return s;
    case D5_ASYNC:
      v = pick (g, is_wrong_source, p);
      if (v < 0 || p.level != THREAD || !view_ok (g, v, g->name[v].view))
        return NULL;
      s = open_view (g, S_ASYNC, v, g->name[v].view, g->f->var[v].len);
      w = s->v;
      size[0] = 1;
      s->body[0] = split_of (g, THREAD, 1, size,
                             &(struct branch) { copy_into, &w });
      close_view (g, s);
      s->next = load_of (g, v);
      return s;
    case D5_TARGET:
      v = pick (g, is_view_source, p);
      if (v < 0)
        return NULL;
      q = chance (g, 50) ? P (p.level, 2 * p.n + 1)
                         : P (THREAD, 1 + below (g, g->pr->T));
      if (persp_ge (p, q) || g->f->var[v].len < 4)
        return NULL;
      s = open_view (g, S_PARTITION, v, q, 1);
      s->body[0] = load_of (g, s->v);
      leave_scope (g, s->body[0]);
      close_view (g, s);
      return s;
    case D5_REACH:
      v = pick (g, is_suspended, p);
      return v < 0 ? NULL : load_of (g, v);
    case D5_ALIASED:
      v = pick (g, is_view_source, p);
      if (v < 0 || persp_eq (p, P (THREAD, 1)) || g->name[v].viewvar != v
          || g->name[v].claim != FREE || !view_ok (g, v, p))
        return NULL;
      w = g->f->var[v].len / units (g, p, P (THREAD, 1));
      if (w < 1)
        return NULL;
      s = alias_of (g, v, g->f->var[v].len);
      s->next = open_view (g, S_PARTITION, v, P (THREAD, 1), w);
      s->next->body[0] = store_to (g, s->next->v);
      s->next->body[0]->next = load_of (g, s->v);
      g->planted = s->next->body[0]->next->id;
      leave_scope (g, s->next->body[0]);
      close_view (g, s->next);
      return s;
    case D5_LEAVE:
      v = pick (g, is_view_source, p);
      w = -1;
      for (int u = 0; u < g->f->nvar; u++)
        if (g->name[u].in_scope && g->f->var[u].kind == POINTER
            && readable (g, u) && !g->name[u].is_const && v >= 0
            && g->name[u].root != g->name[v].root && g->name[u].claim == FREE
            && g->name[u].viewvar == u && persp_ge (g->name[u].value, p))
          w = u;
      if (w < 0 || persp_eq (p, P (THREAD, 1)) || !view_ok (g, v, p))
        return NULL;
      {
        int len = g->f->var[v].len / units (g, p, P (THREAD, 1));
        if (len < 1 || g->f->var[w].len < len)
          return NULL;
        s = alias_of (g, w, len);
        g->f->var[s->v].declared = true;
        g->f->var[s->v].p = g->name[s->v].value = P (THREAD, 1);
        s->next = open_view (g, S_PARTITION, v, P (THREAD, 1), len);
        struct stmt *in = s->next->body[0] = new_stmt (g->pr, S_PASSIGN);
        in->v = s->v;
        in->src = s->next->v;
        g->planted = in->id;
        close_view (g, s->next);
        s->next->next = load_of (g, s->v);
        return s;
      }
    case D6_CASE:
      v = pick (g, is_claim_outside, p);
      if (v < 0)
        return NULL;
      return persp_eq (g->name[v].view, P (THREAD, 1)) ? store_to (g, v)
                                                        : load_of (g, v);
    case D6_ONE:
    case D6_GROUP:
      return plant_claim (g);
    case D6_BRANCH:
      if (splittable (g, THREAD) < 2)
        return NULL;
      v = pick (g, is_own, p);
      w = pick (g, is_copy_source, p);
      size[0] = size[1] = 1;
      if (v >= 0 && (w < 0 || chance (g, 50)))
        {
          struct branch b[2] = { { store_body, &v }, { load_body, &v } };
          s = split_of (g, THREAD, 2, size, b);
          g->planted = s->body[1]->id;
          return s;
        }
      v = pick (g, is_view_source, p);
      level = w < 0 || v < 0 ? -1 : w;
      if (level < 0)
        return NULL;
      w = -1;
      for (int u = 0; u < g->f->nvar; u++)
        if (g->name[u].in_scope && g->f->var[u].kind == POINTER
            && is_view_source (g, u, p) && g->name[u].root != g->name[v].root
            && persp_ge (g->name[u].value, p) && persp_ge (g->name[v].value, p))
          w = u;
      if (w < 0)
        return NULL;
      {
        struct stmt *outer = open_view (g, S_ASYNC, v, p, g->f->var[v].len);
        struct stmt *inner = open_view (g, S_ASYNC, w, p, g->f->var[w].len);
        s = new_stmt (g->pr, S_SPLIT);
        s->p = P (THREAD, 1);
        s->ncase = 2;
        s->size[0] = s->size[1] = 1;
        for (int k = 0; k < 2; k++)
          {
            struct stmt *c = s->body[k] = new_stmt (g->pr, S_COPY);
            c->v = k ? inner->v : outer->v;
            c->src = k ? outer->v : level;
          }
        g->planted = s->body[1]->id;
        inner->body[0] = s;
        outer->body[0] = inner;
        close_view (g, inner);
        close_view (g, outer);
        return outer;
      }
    case D7_USE:
      v = pick (g, is_async, p);
      if (v < 0)
        {
          v = pick (g, is_view_source, p);
          w = pick (g, is_copy_source, p);
          if (v < 0 || w < 0 || !persp_eq (p, P (THREAD, 1))
              || !view_ok (g, v, p))
            return NULL;
          s = open_view (g, S_ASYNC, v, p, g->f->var[v].len);
          struct stmt *c = s->body[0] = new_stmt (g->pr, S_COPY);
          c->v = s->v;
          c->src = w;
          touch (g, w, false);
          c->next = load_of (g, s->v);
          c->next->e->a = constant (g, 0);
          g->planted = c->next->id;
          leave_scope (g, s->body[0]);
          close_view (g, s);
          return s;
        }
      return persp_eq (g->name[v].view, P (THREAD, 1)) ? store_to (g, v)
                                                        : load_of (g, v);
    case D7_DST:
      v = pick (g, is_own, p);
      w = pick (g, is_copy_source, p);
      if (v < 0 || w < 0)
        return NULL;
      s = new_stmt (g->pr, S_COPY);
      s->v = v;
      s->src = w;
      touch (g, v, true);
      touch (g, w, false);
      s->next = load_of (g, v);
      s->next->e->a = constant (g, 0);
      return s;
    case D7_SRC:
      v = pick (g, is_view_source, p);
      if (v < 0 || p.level != THREAD || p.n != 1 || !view_ok (g, v, p))
        return NULL;
      for (w = 0; w < g->f->nvar; w++)
        if (g->name[w].in_scope && g->f->var[w].kind == POINTER
            && is_plain_copy_source (g, w, p)
            && g->name[w].root != g->name[v].root
            && persp_eq (g->name[w].view, p)
            && !g->lock_write[g->name[w].root])
          {
            s = open_view (g, S_ASYNC, v, p, g->f->var[v].len);
            struct stmt *c = s->body[0] = new_stmt (g->pr, S_COPY);
            c->v = s->v;
            c->src = w;
            g->planted = c->id;
            c->next = store_to (g, w);
            c->next->i = constant (g, 0);
            close_view (g, s);
            return s;
          }
      return NULL;
    case F1_LEVEL:
    case F1_DIV:
    case F1_THREADS:
    case F1_SMEM:
    case F2_SCALAR:
    case F2_VALUE:
    case F3_EXACT:
      return plant_call (g, g->plant);
    case F3_CONST:
    case F3_LOCAL:
      return plant_array (g);
    case F7_TWICE:
      s = plant_call (g, NCOND);
      if (s && g->planted != s->id)
        {
          leave_scope (g, s);
          return NULL;
        }
      return s;
    case F1_COLL:
      level = below (g, LEVELS);
      q = P (level, level == THREAD ? 1 + below (g, g->pr->T) : 1);
      if (g->bound[level] && g->bound[level] % q.n == 0)
        return NULL;
      return collective_at (g, q);
    case F4_ID:
      if (p.level == GRID)
        return NULL;
      s = new_stmt (g->pr, S_DECL);
      s->e = id (g, P (p.level, p.n * (1 + below (g, 2))));
      s->v = scalar (g, true, P (THREAD, 1));
      introduce (g, s->v, P (THREAD, 1));
      return s;
    case F4_BOUND:
      q = P (THREAD, 2 + below (g, g->pr->T));
      if (!strictly (p, q) || in_bound (g, q))
        return NULL;
      s = new_stmt (g->pr, S_DECL);
      s->e = id (g, q);
      s->v = scalar (g, true, q);
      introduce (g, s->v, q);
      return s;
    case F5_HOST:
    case F5_KERNEL:
      s = new_stmt (g->pr, S_CALL);
      s->fn = g->plant == F5_HOST ? FN_HOST : FN_KERNEL;
      return s;
    case F5_RECURSE:
      if (g->f->kernel || g->f->is_const || g->f->nparam || !satisfied (g, g->f))
        return NULL;
      s = new_stmt (g->pr, S_CALL);
      s->fn = g->fn;
      return s;
    default:
      return NULL;
    }
}

static void
parameter (struct gen *g, enum var_kind kind, struct persp p, bool is_const, int len)
{
  int v = new_var (g->f, kind);
  g->f->nparam = g->f->nvar;
  g->f->var[v].declared = true;
  g->f->var[v].p = p;
  g->f->var[v].is_const = is_const;
  g->f->var[v].len = len;
}

/* Makes the body of function G->f, whose signature is there.  */
static void
function_body (struct gen *g, int budget)
{
  struct func *f = g->f;
  memcpy (g->bound, f->bound, sizeof g->bound);
  memset (g->name, 0, sizeof g->name);
  memset (g->lock_read, 0, sizeof g->lock_read);
  memset (g->lock_write, 0, sizeof g->lock_write);
  memset (g->touched, 0, sizeof g->touched);
  memset (g->wrote, 0, sizeof g->wrote);
  for (int v = 0; v < f->nparam; v++)
    {
      introduce (g, v, f->var[v].p);
      g->name[v].view = f->var[v].p;
      g->name[v].root = f->var[v].kind == POINTER ? v : -1;
    }
  g->constructs = g->groups = g->depth = g->smem = 0;
  g->loop_constructs = -1;
  g->budget = budget;
  g->unaccounted = false;
  struct stmt *first = NULL, **tail = &first;
  for (int i = 0; i < budget && g->budget > 0; i++)
    {
      struct stmt *s = statement (g);
      *tail = s;
      while (*tail)
        tail = &(*tail)->next;
    }
  if (f->has_result)
    {
      struct stmt *s = *tail = new_stmt (g->pr, S_RETURN);
      struct expr *e;
      s->e = expression (g, f->result, 2);
      if (g->plant == D1_RETURN && g->planted < 0
          && (e = too_narrow (g, f->result)))
        {
          s->e = e;
          g->planted = s->id;
        }
    }
  f->body = first;
  /* Room to spare: how arrays are laid out is the plugin's choice.  */
  if (f->smem)
    f->smem = 2 * f->smem + 64;
  if (g->unaccounted && (g->unaccounted_need <= f->smem || (f->kernel && !f->smem)))
    g->planted = -1;
}

static void
const_function (struct gen *g)
{
  struct func *f = g->f;
  int n = g->plant == F6_CONST ? g->pr->fn[0] == f ? 2 : 1 : 1;
  if (g->plant == F6_CONST)
    n = g->pr->T;
  f->is_const = f->has_result = true;
  f->bound[THREAD] = g->plant == F6_CONST ? n : 1;
  f->result = P (THREAD, f->bound[THREAD]);
  parameter (g, SCALAR, f->result, false, 0);
  parameter (g, SCALAR, f->result, false, 0);
  memcpy (g->bound, f->bound, sizeof g->bound);
  memset (g->name, 0, sizeof g->name);
  introduce (g, 0, f->result);
  introduce (g, 1, f->result);
  struct stmt *s = f->body = new_stmt (g->pr, S_RETURN);
  s->e = expression (g, f->result, 2);
  if (g->plant == F6_CONST && n > 1)
    {
      int d = divisor (g, n);
      if (d == n)
        d = 1;
      s->e = binary (g, ADD, s->e, id (g, P (THREAD, d)));
      f->result = P (THREAD, 1);
      f->result_declared = true;
      g->planted = s->id;
    }
}

static void
device_function (struct gen *g, int t, int b)
{
  struct func *f = g->f;
  unsigned shape = below (g, 10);
  if (chance (g, 15))
    {
      const_function (g);
      return;
    }
  if (shape < 5)
    f->bound[THREAD] = divisor (g, t);
  else
    {
      f->bound[THREAD] = chance (g, 60) ? t : divisor (g, t);
      f->bound[BLOCK] = shape == 9 ? b : 1;
      if (shape == 9)
        f->bound[GRID] = 1;
      if (f->bound[THREAD] == t
          && (g->pr->T == t ? chance (g, 20) : g->plant == F1_THREADS))
        f->exact = true;
    }
  struct persp own = bound_persp (f->bound);
  if (g->plant == F5_RECURSE && chance (g, 50))
    ;
  else
    for (int k = below (g, 4); k > 0; k--)
      switch (below (g, 4))
        {
        case 0:
          parameter (g, SCALAR, narrower (g, own), false, 0);
          break;
        case 1:
          parameter (g, POINTER, narrower (g, own), true, 1 + below (g, 4));
          break;
        default:
          parameter (g, POINTER,
                     chance (g, 70) ? own
                     : chance (g, 50) ? P (THREAD, 1) : narrower (g, own),
                     false, 1 + below (g, own.level == THREAD ? own.n * 2
                                              : 2 * g->pr->T));
        }
  f->has_result = chance (g, 50);
  f->result = own;
  if (f->has_result && chance (g, 50))
    {
      f->result_declared = true;
      f->result = narrower (g, own);
    }
  if (g->plant == D1_RETCODE && g->planted < 0 && own.level == THREAD && own.n < t)
    {
      f->has_result = f->result_declared = true;
      f->result = own.n == 1 && t > 1 ? P (THREAD, t) : P (BLOCK, 1);
      f->nvar = f->nparam = 0;
      parameter (g, SCALAR, own, false, 0);
      introduce (g, 0, own);
      struct stmt *s = f->body = new_stmt (g->pr, S_IF);
      s->e = variable (g, 0);
      s->body[0] = new_stmt (g->pr, S_RETURN);
      s->body[0]->e = constant (g, 1);
      s->next = new_stmt (g->pr, S_RETURN);
      s->next->e = constant (g, 2);
      g->planted = s->body[0]->id;
      return;
    }
  function_body (g, 2 + below (g, 8));
}

void
generate (struct program *pr, uint64_t seed, enum cond plant, int *planted)
{
  static const int sizes[] = { 1, 2, 3, 4, 4, 6, 6, 8, 8, 12 };
  struct rng r = { seed };
  struct gen g = { .pr = pr, .r = &r, .plant = plant, .planted = -1 };
  program_reset (pr);
  pr->seed = seed;
  int t = sizes[below (&g, sizeof sizes / sizeof *sizes)];
  int b = 1 + below (&g, 2);
  bool exact = chance (&g, 25);
  pr->T = exact || chance (&g, 60) || 2 * t > MAXBLOCKTHREADS ? t : 2 * t;
  pr->G = b;
  if (chance (&g, 30) && 2 * b * pr->T <= MAXTHREADS)
    pr->G = 2 * b;
  while (pr->G * pr->T > MAXTHREADS)
    pr->G = b = 1;
  int device = below (&g, MAXFN - 1);
  for (int i = 0; i < device; i++)
    {
      g.f = new_func (pr);
      g.fn = i;
      device_function (&g, t, b);
    }
  g.f = new_func (pr);
  g.fn = device;
  g.f->kernel = true;
  g.f->bound[GRID] = 1;
  g.f->bound[BLOCK] = b;
  g.f->bound[THREAD] = t;
  g.f->exact = exact;
  g.f->result = P (GRID, 1);
  for (int k = 1 + below (&g, 2); k > 0; k--)
    parameter (&g, POINTER, P (GRID, 1), false, 128);
  if (plant == F3_KERNEL)
    {
      g.f->var[0].p = P (BLOCK, 1);
      g.planted = -2;
    }
  parameter (&g, POINTER, chance (&g, 50) ? P (GRID, 1) : narrower (&g, P (GRID, 1)),
             true, 8);
  parameter (&g, SCALAR, P (GRID, 1), false, 0);
  function_body (&g, 6 + below (&g, 14));
  *planted = g.planted;
}
