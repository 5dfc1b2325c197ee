/* SPDX-License-Identifier: MIT */
/* The checker: the manual's chapter on rules, C1 to F7, function by function, against
   signatures only.  One walk in source order; the state is the perspective
   bound and what every name means at this point.  Prism's judgment
   Gamma |-pi s is walk (), Gamma |-pi e is value ().  */

#include <string.h>
#include "bundl.h"

/* What a name means.  For pointers: their view is the one that VIEWVAR
   introduced, an object's own name, a parameter, or a partition, claim or
   async; ROOT is the variable that stands for the object.  */
struct name
{
  bool in_scope, async, claim, is_const;
  struct persp view, value;
  short viewvar, root, depth;   /* depth: frames around the introduction */
  short suspended;              /* views made of it that exist now */
  int claim_case;               /* the __case that has used it, or -1 */
};

/* Constructs around the current statement.  */
struct frame
{
  enum stmt_kind kind;          /* S_GROUP, S_SPLIT (a case of it), or a view */
  struct persp p;               /* of a case: level and size */
  int branch;
  int key;                      /* identifies a case */
  bool same;                    /* a group that changes nothing */
  unsigned char touched[MAXVAR], wrote[MAXVAR];   /* by branches, per root */
};

enum { MAXFRAME = 24 };

struct checker
{
  struct program *pr;
  const unsigned char *off;
  struct verdict *out;
  struct func *f;
  int fn, stmt, sub;
  unsigned short bound[LEVELS];
  struct name name[MAXVAR];
  struct frame frame[MAXFRAME];
  int nframe, loop_frame;       /* loop_frame: frames at the loop, -1 none */
  struct persp decides;         /* narrowest of the conditions around */
  int smem;
  bool inside;                  /* a construct that is refused (C1, C2) */
};

static void
refuse (struct checker *c, enum cond cond)
{
  struct verdict *o = c->out;
  if (c->inside || (c->off && c->off[cond]))
    return;
  for (int i = 0; i < o->n; i++)
    if (o->d[i].cond == cond && o->d[i].fn == c->fn && o->d[i].stmt == c->stmt
        && o->d[i].sub == c->sub)
      return;
  if (o->n < MAXDIAG)
    o->d[o->n++] = (struct diag) { cond, c->fn, c->stmt, c->sub };
}

static struct persp
code (const struct checker *c)
{
  return bound_persp (c->bound);
}

static bool
usable (struct checker *c, int v, enum var_kind kind)
{
  if (v >= 0 && v < c->f->nvar && c->name[v].in_scope
      && c->f->var[v].kind == kind)
    return true;
  c->out->malformed = true;
  return false;
}

/* D6, second half: the branches of every split around that touch ROOT.  */
static void
touch (struct checker *c, int root, bool write)
{
  if (root < 0)
    return;
  for (int i = 0; i < c->nframe; i++)
    {
      struct frame *f = &c->frame[i];
      if (f->kind != S_SPLIT)
        continue;
      unsigned me = 1u << f->branch;
      f->touched[root] |= me;
      if (write)
        f->wrote[root] |= me;
      if ((f->touched[root] & ~me) && (f->wrote[root] & (write ? ~0u : ~me)))
        refuse (c, D6_BRANCH);
    }
}

/* D6, first half: the name of a claim is used here.  */
static void
claimed (struct checker *c, int v)
{
  struct name *n = &c->name[v];
  int at = -1;
  bool group = false;
  for (int i = n->depth; i < c->nframe && at < 0; i++)
    {
      struct frame *f = &c->frame[i];
      if (f->kind == S_GROUP && !f->same)
        group = true;
      if (f->kind == S_SPLIT && persp_eq (f->p, n->view))
        at = i;
    }
  if (at < 0)
    refuse (c, D6_CASE);
  else if (n->claim_case >= 0 && n->claim_case != c->frame[at].key)
    refuse (c, D6_ONE);
  else if (group)
    refuse (c, D6_GROUP);
  if (at >= 0 && n->claim_case < 0)
    n->claim_case = c->frame[at].key;
}

/* A use of pointer V other than as an asynchronous copy's operand.  */
static bool
use (struct checker *c, int v, bool copy)
{
  if (!usable (c, v, POINTER))
    return false;
  struct name *n = &c->name[v], *view = &c->name[n->viewvar];
  if (view->suspended)
    refuse (c, v == n->viewvar ? D5_REACH : D5_ALIASED);
  if (view->async && !copy)
    refuse (c, D7_USE);
  if (view->claim)
    claimed (c, n->viewvar);
  return true;
}

/* D3: a kernel without smem () may have what the device has.  */
static bool
limited (const struct func *f)
{
  return !f->kernel || f->smem;
}

static bool bound_has (const unsigned short bound[LEVELS], int level, int n);
static struct persp value (struct checker *, struct expr *);

/* F1: does the bound here hold what G needs?  */
static void
satisfies (struct checker *c, const struct func *g)
{
  for (int l = THREAD; l < LEVELS; l++)
    if (g->bound[l] && !c->bound[l])
      refuse (c, F1_LEVEL);
    else if (g->bound[l] && c->bound[l] % g->bound[l] && !g->exact)
      refuse (c, F1_DIV);
  if (g->exact && !(c->f->exact && c->f->bound[THREAD] == g->bound[THREAD]
                    && c->bound[THREAD] == g->bound[THREAD]))
    refuse (c, F1_THREADS);
}

static struct persp
value1 (struct checker *c, struct expr *e)
{
  switch (e->kind)
    {
    case E_CONST:
      return TOP;
    case E_VAR:
      return usable (c, e->v, SCALAR) ? c->name[e->v].value : TOP;
    case E_ID:
      if (!(persp_ge (code (c), e->p) && !persp_eq (code (c), e->p)))
        refuse (c, F4_ID);
      else if (!bound_has (c->bound, e->p.level, e->p.n))
        refuse (c, F4_BOUND);
      if (c->f->is_const)
        refuse (c, F6_CONST);
      return e->p;
    case E_BIN:
      return persp_meet (value (c, e->a), value (c, e->b));
    case E_COND:
      return persp_meet (value (c, e->a),
                         persp_meet (value (c, e->b), value (c, e->c)));
    case E_LOAD:
      {
        struct persp i = value (c, e->a);
        if (e->v >= 0 && e->v < c->f->nvar && c->f->var[e->v].kind == LARRAY)
          return usable (c, e->v, LARRAY)
                 ? persp_meet (i, c->name[e->v].value) : TOP;
        if (!use (c, e->v, false))
          return TOP;
        struct name *n = &c->name[e->v];
        touch (c, n->root, false);
        if (c->f->is_const)
          refuse (c, F6_CONST);
        return persp_meet (i, persp_meet (n->view, n->value));
      }
    case E_OP:
      {
        struct persp a = value (c, e->a), b = value (c, e->b);
        struct persp p = persp_meet (a, b);
        if (e->v < 0 || e->v >= c->fn || !c->pr->fn[e->v]->is_const)
          {
            c->out->malformed = true;
            return p;
          }
        struct func *g = c->pr->fn[e->v];
        if (!persp_ge (a, g->var[0].p) || !persp_ge (b, g->var[1].p))
          refuse (c, F2_SCALAR);
        satisfies (c, g);
        return p;
      }
    }
  return TOP;
}

/* The perspective of E's value.  */
static struct persp
value (struct checker *c, struct expr *e)
{
  if (!e)
    return TOP;
  return e->static_p = value1 (c, e);
}

static bool
bound_has (const unsigned short bound[LEVELS], int level, int n)
{
  return bound[level] && bound[level] % n == 0;
}

/* Introduces variable V with its own or the code's perspective.  */
static bool
declare (struct checker *c, int v, enum var_kind kind)
{
  if (v < 0 || v >= c->f->nvar || c->f->var[v].kind != kind
      || c->name[v].in_scope)
    {
      c->out->malformed = true;
      return false;
    }
  struct var *x = &c->f->var[v];
  c->name[v] = (struct name) {
    .in_scope = true, .is_const = x->is_const,
    .value = x->declared ? x->p : code (c), .view = TOP,
    .viewvar = v, .root = -1, .depth = c->nframe, .claim_case = -1
  };
  return true;
}

/* V, just declared, has an initialiser of perspective P: without a perspective of its own it lives
   there, if that is narrower than the code.  */
static void
initialise (struct checker *c, int v, struct persp p)
{
  struct var *x = &c->f->var[v];
  x->initialised = !x->declared;
  x->initial = p;
  if (x->initialised)
    c->name[v].value = persp_meet (c->name[v].value, p);
}

/* D1 for V = something of perspective P.  */
static void
assign (struct checker *c, int v, struct persp p, enum cond narrower)
{
  if (!persp_ge (p, c->name[v].value))
    refuse (c, narrower);
  if (!persp_ge (code (c), c->name[v].value))
    refuse (c, D1_CODE);
}

static void
push (struct checker *c, struct frame f)
{
  if (c->nframe == MAXFRAME)
    c->out->malformed = true;
  else
    c->frame[c->nframe++] = f;
}

static void walk (struct checker *, struct stmt *);

static void
walk_bound (struct checker *c, struct stmt *body, int level, int n)
{
  unsigned short save[LEVELS];
  memcpy (save, c->bound, sizeof save);
  for (int l = level + 1; l < LEVELS; l++)
    c->bound[l] = 0;
  c->bound[level] = n;
  walk (c, body);
  memcpy (c->bound, save, sizeof save);
}

static void
split (struct checker *c, struct stmt *s)
{
  struct persp p = code (c);
  int level = s->p.level, avail = 0, told = c->out->n;
  bool outside = c->inside;
  bool units = p.level == level;      /* inside level[n] */
  bool place = level < GRID && (units || (p.level == level + 1 && p.n == 1));
  if (place)
    avail = c->bound[level];
  else
    refuse (c, C2_PLACE);
  c->inside |= c->out->n > told;
  bool here = c->inside;
  int start = 0;
  if (c->nframe == MAXFRAME)
    {
      c->out->malformed = true;
      return;
    }
  struct frame *f = &c->frame[c->nframe++];
  *f = (struct frame) { .kind = S_SPLIT };
  for (int k = 0; k < s->ncase; k++)
    {
      int n = s->size[k];
      c->stmt = s->id, c->sub = k + 1;
      if (n < 1)
        {
          c->out->malformed = true;
          break;
        }
      told = c->out->n;
      if (place && start + n > avail)
        refuse (c, C2_SUM);
      else if (start % n)
        refuse (c, C2_START);
      else if (place && units && p.n % n)
        refuse (c, C2_DIV);
      start += n;
      f->branch = k;
      f->p = P (level, n);
      f->key = s->id * MAXCASE + k;
      c->inside |= c->out->n > told;
      walk_bound (c, s->body[k], level, n);
      c->inside = here;
    }
  c->inside = outside;
  c->nframe--;
}

static void
view (struct checker *c, struct stmt *s)
{
  if (!use (c, s->src, false) || !declare (c, s->v, POINTER))
    {
      c->out->malformed = true;
      return;
    }
  struct name *n = &c->name[s->v], *x = &c->name[s->src];
  short vv = x->viewvar;
  struct persp p = s->kind == S_ASYNC ? x->view : s->p;
  if (!persp_eq (x->view, code (c)))
    refuse (c, s->kind == S_ASYNC ? D5_ASYNC : D5_SOURCE);
  struct persp off = persp_meet (x->value, value (c, s->i));
  if (s->kind != S_ASYNC && (!persp_ge (x->view, p) || persp_eq (x->view, p)))
    refuse (c, D5_TARGET);
  else if (s->kind == S_PARTITION && !bound_has (c->bound, p.level, p.n))
    {
      refuse (c, D5_BOUND);
      if (persp_ge (code (c), p) && !persp_eq (code (c), p))
        refuse (c, F4_BOUND);   /* in the view's offset */
    }
  else if (!persp_ge (off, p))
    refuse (c, D1_OFFSET);
  n->view = n->value = p;
  n->root = x->root;
  if (x->is_const && !n->is_const)
    c->out->malformed = true;
  n->async = s->kind == S_ASYNC;
  n->claim = s->kind == S_CLAIM;
  push (c, (struct frame) { .kind = s->kind });
  n->depth = c->nframe;
  c->name[vv].suspended++;
  walk (c, s->body[0]);
  c->name[vv].suspended--;
  if (c->nframe)
    c->nframe--;
  n->in_scope = false;
}

static int
align16 (int n)
{
  return (n + 15) & ~15;
}

static void
call (struct checker *c, struct stmt *s)
{
  if (s->fn == FN_HOST)
    refuse (c, F5_HOST);
  if (s->fn == FN_KERNEL)
    refuse (c, F5_KERNEL);
  if (s->fn == c->fn)
    refuse (c, F5_RECURSE);
  for (int k = 0; k < s->nargs; k++)
    value (c, s->arg[k].e);
  if (s->fn < 0 || s->fn == c->fn)
    return;
  if (s->fn > c->fn || c->pr->fn[s->fn]->nparam != s->nargs)
    {
      c->out->malformed = true;
      return;
    }
  struct func *g = c->pr->fn[s->fn];
  if (c->f->is_const && !g->is_const)
    refuse (c, F6_CONST);
  satisfies (c, g);
  if (align16 (c->smem) + g->smem > c->f->smem && g->smem && limited (c->f))
    refuse (c, F1_SMEM);
  int root[MAXPARAM];
  for (int k = 0; k < s->nargs; k++)
    {
      struct var *q = &g->var[k];
      int v = s->arg[k].v;
      struct persp p = s->arg[k].e ? s->arg[k].e->static_p : TOP;
      root[k] = -1;
      if ((q->kind == SCALAR) != (v < 0))
        c->out->malformed = true;
      else if (v < 0)
        {
          if (!persp_ge (p, q->p))
            refuse (c, F2_SCALAR);
        }
      else if (v < c->f->nvar && c->f->var[v].kind == LARRAY)
        {
          if (!usable (c, v, LARRAY))
            continue;
          struct persp a = c->name[v].value;
          root[k] = v;
          if (q->is_const ? !persp_ge (a, q->p) : !persp_eq (a, q->p))
            refuse (c, q->is_const ? F3_CONST : F3_EXACT);
          else if (!q->is_const && !persp_eq (a, P (THREAD, 1)))
            refuse (c, F3_LOCAL);
          else if (!persp_ge (p, q->p))
            refuse (c, F2_VALUE);
        }
      else if (use (c, v, false))
        {
          struct name *n = &c->name[v];
          root[k] = n->root;
          if (n->is_const && !q->is_const)
            c->out->malformed = true;
          touch (c, n->root, !q->is_const);
          if (q->is_const ? !persp_ge (n->view, q->p)
                          : !persp_eq (n->view, q->p))
            refuse (c, q->is_const ? F3_CONST : F3_EXACT);
          else if (!persp_ge (persp_meet (p, n->value), q->p))
            refuse (c, F2_VALUE);
        }
    }
  for (int k = 0; k < s->nargs; k++)
    for (int j = 0; j < k; j++)
      if (root[j] >= 0 && root[j] == root[k]
          && !(g->var[j].is_const && g->var[k].is_const))
        refuse (c, F7_TWICE);
  if (s->v >= 0 && !g->has_result)
    c->out->malformed = true;
  else if (s->v >= 0
           && (s->decl ? declare (c, s->v, SCALAR) : usable (c, s->v, SCALAR)))
    assign (c, s->v, g->result_declared ? g->result : bound_persp (g->bound),
            D1_VALUE);
}

static void
store (struct checker *c, struct stmt *s)
{
  struct persp i = value (c, s->i), p = value (c, s->e);
  if (s->v >= 0 && s->v < c->f->nvar && c->f->var[s->v].kind == LARRAY)
    {
      if (!usable (c, s->v, LARRAY))
        return;
      if (!persp_ge (i, c->name[s->v].value))
        refuse (c, D1_INDEX);
      assign (c, s->v, p, D1_VALUE);
      return;
    }
  if (!use (c, s->v, false))
    return;
  struct name *n = &c->name[s->v];
  touch (c, n->root, true);
  if (n->is_const)
    c->out->malformed = true;
  if (c->f->is_const)
    refuse (c, F6_CONST);
  if (!persp_eq (n->view, P (THREAD, 1)))
    refuse (c, D4_STORE);
}

static int
returns (const struct stmt *s)
{
  int n = 0;
  for (; s; s = s->next)
    {
      n += s->kind == S_RETURN;
      for (int k = 0; k < MAXCASE; k++)
        n += returns (s->body[k]);
    }
  return n;
}

static void
walk1 (struct checker *c, struct stmt *s)
{
  struct persp p;
  s->static_p = code (c);
  switch (s->kind)
    {
    case S_DECL:
      p = value (c, s->e);
      if (declare (c, s->v, SCALAR))
        {
          initialise (c, s->v, p);
          assign (c, s->v, p, D1_VALUE);
        }
      break;
    case S_ASSIGN:
      p = value (c, s->e);
      if (usable (c, s->v, SCALAR))
        assign (c, s->v, p, D1_VALUE);
      break;
    case S_LDECL:
      if (declare (c, s->v, LARRAY))
        assign (c, s->v, TOP, D1_VALUE);
      break;
    case S_PDECL:
      p = value (c, s->i);
      if (use (c, s->src, false) && declare (c, s->v, POINTER))
        {
          struct name *n = &c->name[s->v], *x = &c->name[s->src];
          n->view = x->view;
          n->viewvar = x->viewvar;
          n->root = x->root;
          if (x->is_const && !n->is_const)
            c->out->malformed = true;
          p = persp_meet (p, x->value);
          initialise (c, s->v, p);
          assign (c, s->v, p, D1_ALIAS);
        }
      break;
    case S_PASSIGN:
      p = value (c, s->i);
      if (use (c, s->src, false) && usable (c, s->v, POINTER))
        {
          struct name *n = &c->name[s->v], *x = &c->name[s->src];
          if (n->viewvar != x->viewvar)
            {
              /* A pointer into one of several views is not modelled.  */
              if (c->name[x->viewvar].depth <= n->depth)
                c->out->malformed = true;
              refuse (c, D5_LEAVE);
            }
          assign (c, s->v, persp_meet (p, x->value), D1_VALUE);
        }
      break;
    case S_STORE:
      store (c, s);
      break;
    case S_IF:
      {
        struct persp save = c->decides;
        p = value (c, s->e);
        if (!persp_ge (p, code (c)))
          {
            refuse (c, C3_IF);
            if (returns (s->body[0]) + returns (s->body[1]))
              refuse (c, C5_END);
          }
        c->decides = persp_meet (save, p);
        walk (c, s->body[0]);
        walk (c, s->body[1]);
        c->decides = save;
        break;
      }
    case S_LOOP:
      p = value (c, s->e);
      if (declare (c, s->v, SCALAR))
        {
          int save = c->loop_frame;
          c->loop_frame = c->nframe;
          if (!persp_ge (persp_meet (p, c->name[s->v].value), code (c)))
            refuse (c, C3_LOOP);
          assign (c, s->v, TOP, D1_VALUE);
          walk (c, s->body[0]);
          c->loop_frame = save;
          c->name[s->v].in_scope = false;
        }
      break;
    case S_BREAK:
    case S_CONTINUE:
      if (c->loop_frame < 0)
        c->out->malformed = true;
      else if (c->loop_frame != c->nframe)
        refuse (c, C4_LOOP);
      break;
    case S_RETURN:
      p = value (c, s->e);
      if (!s->e != !c->f->has_result)
        c->out->malformed = true;
      if (c->nframe)
        refuse (c, C4_RETURN);
      if (c->f->has_result && !c->f->is_const)     /* F6: as its arguments */
        {
          struct persp r = c->f->result_declared ? c->f->result
                                                 : bound_persp (c->f->bound);
          if (!persp_ge (p, r))
            refuse (c, D1_RETURN);
          if (!persp_ge (code (c), r) && returns (c->f->body) > 1
              && (c->loop_frame >= 0 || !persp_ge (c->decides, r)))
            refuse (c, D1_RETCODE);
        }
      break;
    case S_GROUP:
      if (s->p.n < 1)
        c->out->malformed = true;
      else
        {
          bool save = c->inside;
          int told = c->out->n;
          if (!c->bound[s->p.level])
            refuse (c, C1_LEVEL);
          else if (c->bound[s->p.level] % s->p.n)
            refuse (c, C1_DIV);
          push (c, (struct frame) { .kind = S_GROUP, .p = s->p,
                                    .same = persp_eq (s->p, code (c)) });
          c->inside |= c->out->n > told;
          walk_bound (c, s->body[0], s->p.level, s->p.n);
          c->inside = save;
          if (c->nframe)
            c->nframe--;
        }
      break;
    case S_SPLIT:
      split (c, s);
      break;
    case S_PARTITION:
    case S_CLAIM:
    case S_ASYNC:
      view (c, s);
      break;
    case S_SHARED:
      if (!persp_eq (code (c), P (BLOCK, 1)))
        refuse (c, D3_PLACE);
      if (align16 (c->smem) + 4 * c->f->var[s->v].len > c->f->smem && limited (c->f))
        refuse (c, D3_SIZE);
      else
        c->smem = align16 (c->smem) + 4 * c->f->var[s->v].len;
      if (declare (c, s->v, POINTER))
        {
          c->name[s->v].view = P (BLOCK, 1);
          c->name[s->v].value = P (BLOCK, 1);
          c->name[s->v].root = s->v;
        }
      break;
    case S_CALL:
      call (c, s);
      break;
    case S_COLL:
      if (!bound_has (c->bound, s->p.level, s->p.n))
        refuse (c, F1_COLL);
      if (c->f->is_const)
        refuse (c, F6_CONST);
      value (c, s->e);
      if (!persp_ge (value (c, s->i), s->p))
        refuse (c, D2_UNIFORM);
      if (s->v >= 0
          && (s->decl ? declare (c, s->v, SCALAR) : usable (c, s->v, SCALAR)))
        assign (c, s->v, s->p, D1_VALUE);
      break;
    case S_COPY:
      if (use (c, s->v, true) && use (c, s->src, true))
        {
          struct name *d = &c->name[s->v], *x = &c->name[s->src];
          touch (c, d->root, true);
          touch (c, x->root, false);
          if (d->is_const)
            c->out->malformed = true;
          if (!c->name[d->viewvar].async)
            refuse (c, D7_DST);
          if (!c->name[x->viewvar].async && !x->is_const)
            refuse (c, D7_SRC);
        }
      break;
    }
}

/* A sequence of statements: a scope.  */
static void
walk (struct checker *c, struct stmt *body)
{
  int smem = c->smem;
  for (struct stmt *s = body; s; s = s->next)
    {
      c->stmt = s->id, c->sub = 0;
      walk1 (c, s);
    }
  c->smem = smem;
  for (struct stmt *s = body; s; s = s->next)
    switch (s->kind)
      {
      case S_CALL: case S_COLL:
        if (!s->decl)
          break;
        /* FALLTHRU */
      case S_DECL: case S_LDECL: case S_PDECL: case S_SHARED:
        if (s->v >= 0)
          c->name[s->v].in_scope = false;
        break;
      }
}

static bool
ends_in_return (const struct stmt *s)
{
  while (s && s->next)
    s = s->next;
  return s && s->kind == S_RETURN;
}

void
check (struct program *pr, const cond_set off, struct verdict *out)
{
  out->n = 0;
  out->malformed = pr->nfn == 0 || !pr->fn[pr->nfn - 1]->kernel;
  for (int i = 0; i < pr->nfn; i++)
    {
      struct checker c = { .pr = pr, .off = off, .out = out, .f = pr->fn[i],
                           .fn = i, .loop_frame = -1, .decides = TOP };
      memcpy (c.bound, c.f->bound, sizeof c.bound);
      if (c.f->has_result && !ends_in_return (c.f->body))
        out->malformed = true;
      for (int v = 0; v < c.f->nparam; v++)
        {
          declare (&c, v, c.f->var[v].kind);
          if (c.f->var[v].kind == POINTER)
            {
              c.name[v].view = c.f->var[v].p;
              c.name[v].root = v;
              c.stmt = -1;
              if (c.f->kernel && !c.f->var[v].is_const
                  && !persp_eq (c.f->var[v].p, P (GRID, 1)))
                refuse (&c, F3_KERNEL);
            }
        }
      walk (&c, c.f->body);
    }
}
