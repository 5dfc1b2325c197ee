/* SPDX-License-Identifier: MIT */
/* The interpreter: Bundl's two-level small-step semantics (Prism, appendix
   A.3).  The machine picks a thread (S-Program), the thread does one
   statement under its run-time perspective, which every construct narrows
   and its end restores.  Partitions, claims and asyncs meet at both ends, as
   A.3.3's init, dec and wait; collectives meet once.

   Two kinds of failure stop a run (stuck.def).  ENFORCED ones compare
   perspective tags, as the paper's rules do.  OBSERVED ones need no tags:

     events     a statement done by one thread of a unit must be done by all,
                in the same instance, with equal conditions and, for the unit
                of the variable, equal values.  An instance is the path to
                it: calls, constructs, loop iterations;
     meetings   threads that wait for one of their unit that never comes;
     races      two accesses to an element, one a write, that no meeting
                orders (vector clocks).  */

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "bundl.h"

struct unit { struct persp p; short block, start; };

/* A view as one thread holds it.  CANON is the record that its name was
   introduced with: aliases share it.  */
struct view
{
  int base, len, object;        /* object: -1 - base of a local array, or 0 */
  struct persp p;
  bool async, is_const, claim;
  int suspended;
  uint64_t claim_key;
  struct view *canon, *src;
};

union val { int i; struct view *w; };

enum frame_kind { F_SEQ, F_LOOP, F_UNIT, F_VIEW, F_COLL, F_CALL };

struct frame
{
  enum frame_kind kind;
  const struct stmt *s;       /* F_SEQ: the next one */
  uint64_t path;
  int i, count;               /* F_LOOP; F_VIEW and F_COLL: i is the phase */
  int smem, smem_limit;
  struct unit unit;           /* to restore */
  union val *env;             /* F_CALL: the caller's */
  int fn;
  struct view *view;
  uint64_t meeting;
  short ncopy;                /* F_VIEW: copies issued so far */
};

/* An asynchronous copy on its way.  */
struct copy { int dst, src; };

enum { MAXSTACK = 64, MAXCOPY = 64 };

struct thread
{
  short id, tid, block;
  bool done, visible;
  int waiting;                /* index of a meeting, or -1 */
  struct unit unit;
  union val *env;
  int fn;
  int smem, smem_limit;
  int sp;
  struct frame stack[MAXSTACK];
  int ncopy;
  struct copy copy[MAXCOPY];
  int vc[MAXTHREADS];
};

struct event
{
  uint64_t key;
  unsigned gen;
  int value, count, size, stmt;
  int vc[MAXTHREADS];         /* meetings only */
};

struct element
{
  unsigned gen;
  bool w_async;
  short w_thread, pending_w, pending_r;
  int w_clock;
  int r_clock[MAXTHREADS];
};

enum
{
  EVENTS = 1 << 15, EVENTS_MAX = EVENTS / 2,
  CELLS = 1 << 14, POOL = 1 << 22, STEPS = 60000
};

static struct machine
{
  const struct program *pr;
  bool enforce;
  struct outcome *out;
  int n, T, G;
  struct thread thread[MAXTHREADS];
  struct event event[EVENTS];
  int used[EVENTS_MAX], nused;
  unsigned gen;
  int cell[CELLS], ncell;
  struct element element[CELLS];
  char pool[POOL];
  size_t pool_used;
} M;

static uint64_t
mix (uint64_t a, uint64_t b)
{
  a ^= b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2);
  a *= 0xff51afd7ed558ccdu;
  return a ^ (a >> 32);
}

static void
stick (enum stuck why, const struct stmt *s, const struct thread *t)
{
  if (M.out->stuck || (stuck_info[why].seen == ENFORCED && !M.enforce))
    return;
  M.out->stuck = why;
  M.out->stmt = s ? s->id : -1;
  M.out->thread = t ? t->id : -1;
}

static void *
pool (size_t n)
{
  n = (n + 15) & ~(size_t) 15;
  if (M.pool_used + n > POOL)
    {
      M.out->limit = true;
      M.pool_used = 0;
    }
  void *p = M.pool + M.pool_used;
  M.pool_used += n;
  memset (p, 0, n);
  return p;
}

static int
cells (int n)
{
  if (M.ncell + n > CELLS)
    {
      M.out->limit = true;
      M.ncell = 0;
    }
  int at = M.ncell;
  M.ncell += n;
  for (int i = 0; i < n; i++)
    M.cell[at + i] = mix (at, i) & 7;
  return at;
}

/* The unit of P, aligned, that thread T is in.  */
static struct unit
unit_of (const struct thread *t, struct persp p)
{
  switch (p.n ? p.level : GRID)
    {
    case THREAD:
      return (struct unit) { p, t->block, t->tid - t->tid % p.n };
    case BLOCK:
      return (struct unit) { p, 0, t->block - t->block % p.n };
    default:
      return (struct unit) { P (GRID, 1), 0, 0 };
    }
}

static int
unit_size (struct unit u)
{
  int left = M.T - u.start, blocks = M.G - u.start;
  switch (u.p.level)
    {
    case THREAD: return u.p.n < left ? u.p.n : left;
    case BLOCK: return (u.p.n < blocks ? u.p.n : blocks) * M.T;
    default: return M.G * M.T;
    }
}

/* Are all of the units that U's perspective names there?  */
static bool
unit_whole (struct unit u)
{
  switch (u.p.level)
    {
    case THREAD: return u.start + u.p.n <= M.T;
    case BLOCK: return u.start + u.p.n <= M.G;
    default: return true;
    }
}

static bool
unit_within (struct unit in, struct unit out)
{
  if (!persp_ge (out.p, in.p))
    return false;
  if (out.p.level == THREAD)
    return in.block == out.block && in.start >= out.start
           && in.start + in.p.n <= out.start + out.p.n;
  if (in.p.level == out.p.level && out.p.level == BLOCK)
    return in.start >= out.start && in.start + in.p.n <= out.start + out.p.n;
  return true;
}

static uint64_t
unit_key (uint64_t key, struct unit u)
{
  return mix (key, (uint64_t) u.p.level << 48 | (uint64_t) u.p.n << 32
                   | (uint64_t) u.block << 16 | u.start);
}

static struct event *
event (uint64_t key)
{
  unsigned at = key % EVENTS;
  struct event *e;
  while ((e = &M.event[at])->gen == M.gen && e->key != key)
    at = (at + 1) % EVENTS;
  if (e->gen != M.gen)
    {
      if (M.nused == EVENTS_MAX)
        {
          M.out->limit = true;
          M.nused = 0;
        }
      M.used[M.nused++] = at;
      e->gen = M.gen;
      e->key = key;
      e->count = e->size = 0;
      e->stmt = -1;
    }
  return e;
}

enum { AT_CODE = 1, AT_VALUE, AT_VARIABLE, AT_OPERAND, AT_MEETING, AT_CLAIM, AT_OBJECT };

/* Thread T is in unit U at the place KEY with VALUE; ALL: every thread of U
   must come.  */
static void
agree (struct thread *t, const struct stmt *s, uint64_t key, struct unit u,
       int value, bool all, enum stuck why)
{
  struct event *e = event (unit_key (key, u));
  if (e->count++ == 0)
    {
      e->value = value;
      e->size = all ? unit_size (u) : 0;
      e->stmt = s->id;
    }
  else if (e->value != value)
    stick (why, s, t);
}

/* Thread T comes to the meeting of unit U at KEY; ADD is summed up.  */
static int
meet (struct thread *t, uint64_t key, struct unit u, int add)
{
  struct event *e = event (unit_key (mix (key, AT_MEETING), u));
  if (e->count++ == 0)
    {
      e->value = 0;
      e->size = unit_size (u);
      memset (e->vc, 0, sizeof e->vc);
    }
  e->value += add;
  for (int i = 0; i < M.n; i++)
    if (e->vc[i] < t->vc[i])
      e->vc[i] = t->vc[i];
  t->visible = true;
  return e - M.event;
}

static bool
ready (struct thread *t)
{
  if (t->done)
    return false;
  if (t->waiting < 0)
    return true;
  struct event *e = &M.event[t->waiting];
  if (e->count < e->size)
    return false;
  for (int i = 0; i < M.n; i++)
    if (t->vc[i] < e->vc[i])
      t->vc[i] = e->vc[i];
  t->vc[t->id]++;
  t->waiting = -1;
  return true;
}

static struct element *
element (int at)
{
  struct element *e = &M.element[at];
  if (e->gen != M.gen)
    {
      memset (e, 0, sizeof *e);
      e->gen = M.gen;
      e->w_thread = -1;
    }
  return e;
}

static bool
unordered_write (struct thread *t, struct element *e)
{
  return e->w_thread >= 0 && e->w_thread != t->id
         && e->w_clock > t->vc[e->w_thread];
}

static bool
unordered_read (struct thread *t, struct element *e)
{
  for (int i = 0; i < M.n; i++)
    if (i != t->id && e->r_clock[i] > t->vc[i])
      return true;
  return false;
}

static int
read_cell (struct thread *t, const struct stmt *s, int at)
{
  struct element *e = element (at);
  t->visible = true;
  if (unordered_write (t, e) || e->pending_w)
    stick (K_RACE, s, t);
  e->r_clock[t->id] = t->vc[t->id];
  return M.cell[at];
}

static void
write_cell (struct thread *t, const struct stmt *s, int at, int value, bool async)
{
  struct element *e = element (at);
  t->visible = true;
  if ((unordered_write (t, e) && !(async && e->w_async))
      || unordered_read (t, e) || (!async && (e->pending_w || e->pending_r)))
    stick (K_RACE, s, t);
  e->w_thread = t->id;
  e->w_clock = t->vc[t->id];
  e->w_async = async;
  M.cell[at] = value;
}

/* What a use of W by T needs, whatever the use.  */
static bool
usable (struct thread *t, const struct stmt *s, struct view *w, bool copy)
{
  if (!w)
    {
      M.out->limit = true;
      return false;
    }
  struct view *c = w->canon;
  if (c->suspended)
    stick (K_REACH, s, t);
  if (c->async && !copy)
    stick (K_ASYNC, s, t);
  if (c->claim)
    {
      struct unit u = unit_of (t, c->p);
      int mine = 1 + u.block * MAXBLOCKTHREADS * 2 + u.start;
      struct event *e = event (mix (c->claim_key, AT_CLAIM));
      if (e->count++ == 0)
        e->value = mine;
      else if (e->value != mine)
        stick (K_OWNER, s, t);
      if (!unit_within (t->unit, u))
        stick (K_OWNER, s, t);
    }
  return true;
}

static int
cell_of (struct view *w, int i)
{
  return w->base + (unsigned) i % (unsigned) w->len;
}

/* px_id of units P in the current perspective of T, as it is compiled
   (doc/internals/40-lowering).  */
static int
unit_id (struct thread *t, struct persp p)
{
  struct unit u = t->unit;
  if (p.n == 0 || p.level == GRID)
    return 0;
  if (p.level == BLOCK)
    return (t->block - (u.p.level == BLOCK ? u.start : 0)) / p.n;
  if (u.p.level == THREAD)
    return (t->tid - u.start) / p.n;
  int blocks = u.p.level == BLOCK ? t->block - u.start : t->block;
  return (blocks * M.T + t->tid) / p.n;
}

static struct unit unit_for (struct thread *, const struct stmt *, const struct func *);

static int
eval (struct thread *t, const struct stmt *s, const struct expr *e)
{
  int a, b;
  if (!e)
    return 0;
  switch (e->kind)
    {
    case E_CONST:
      return e->k;
    case E_VAR:
      return t->env[e->v].i;
    case E_ID:
      if (!persp_ge (t->unit.p, e->p) || persp_eq (t->unit.p, e->p))
        stick (K_ID, s, t);
      return unit_id (t, e->p);
    case E_BIN:
      a = eval (t, s, e->a);
      b = eval (t, s, e->b);
      switch (e->k)
        {
        case ADD: return (a + b) & 0xff;
        case SUB: return (a - b) & 0xff;
        case MUL: return (a * b) & 0xff;
        case AND: return a & b;
        case XOR: return a ^ b;
        case LT: return a < b;
        default: return a == b;
        }
    case E_COND:
      return eval (t, s, e->a) ? eval (t, s, e->b) : eval (t, s, e->c);
    case E_LOAD:
      a = eval (t, s, e->a);
      if (!usable (t, s, t->env[e->v].w, false))
        return 0;
      return read_cell (t, s, cell_of (t->env[e->v].w, a));
    case E_OP:
      {
        const struct func *f = M.pr->fn[e->v];
        union val env[MAXVAR], *save = t->env;
        struct unit unit = t->unit;
        env[0].i = eval (t, s, e->a);
        env[1].i = eval (t, s, e->b);
        t->unit = unit_for (t, s, f);
        t->env = env;
        a = eval (t, f->body, f->body->e);
        t->env = save;
        t->unit = unit;
        return a;
      }
    }
  return 0;
}

/* E's value, which must be what the checker took it for: the same for all
   threads of its perspective's unit that compute it here.  */
static int
eval_checked (struct thread *t, const struct stmt *s, const struct expr *e,
              uint64_t key)
{
  int v = eval (t, s, e);
  if (e)
    agree (t, s, mix (key, AT_VALUE),
           unit_of (t, persp_meet (e->static_p, s->static_p)), v, false,
           K_VALUE);
  return v;
}

static struct frame *
push (struct thread *t, enum frame_kind kind)
{
  if (t->sp == MAXSTACK)
    {
      M.out->limit = true;
      t->sp = 1;
    }
  struct frame *f = &t->stack[t->sp++];
  memset (f, 0, sizeof *f);
  f->kind = kind;
  return f;
}

static void
push_seq (struct thread *t, const struct stmt *body, uint64_t path)
{
  struct frame *f = push (t, F_SEQ);
  f->s = body;
  f->path = path;
  f->smem = t->smem;
}

static struct persp
var_persp (struct thread *t, int v, struct persp code)
{
  const struct var *x = &M.pr->fn[t->fn]->var[v];
  return x->declared ? x->p : x->initialised ? persp_meet (code, x->initial) : code;
}

/* V = VALUE: all of the unit that V is one value for must do it.  */
static void
set (struct thread *t, const struct stmt *s, uint64_t key, int v, int value,
     struct persp p)
{
  t->env[v].i = value;
  agree (t, s, mix (key, AT_VARIABLE), unit_of (t, p), value, true, K_VALUE);
}

/* The perspective of V as a variable, remembered where it was declared.  */
static struct persp declared_at[MAXTHREADS][MAXFN][MAXVAR];

static void
set_new (struct thread *t, const struct stmt *s, uint64_t key, int v, int value)
{
  struct persp p = var_persp (t, v, t->unit.p);
  declared_at[t->id][t->fn][v] = p;
  set (t, s, key, v, value, p);
}

static void
set_old (struct thread *t, const struct stmt *s, uint64_t key, int v, int value)
{
  set (t, s, key, v, value, declared_at[t->id][t->fn][v]);
}

/* The unit of T that function F starts with (F1).  */
static struct unit
unit_for (struct thread *t, const struct stmt *s, const struct func *f)
{
  struct unit u = unit_of (t, bound_persp (f->bound));
  if (!unit_within (u, t->unit) || !unit_whole (u)
      || (f->bound[THREAD] && M.T % f->bound[THREAD] && u.p.level != THREAD)
      || (f->bound[BLOCK] && M.G % f->bound[BLOCK] && u.p.level == GRID)
      || (f->exact && M.T != f->bound[THREAD]))
    stick (K_CODE, s, t);
  return u;
}

static struct view *
new_view (struct view *src, struct persp p)
{
  struct view *w = pool (sizeof *w);
  *w = *src;
  w->p = p;
  w->canon = w;
  w->claim = w->async = false;
  w->suspended = 0;
  return w;
}

/* An alias of SRC, moved by OFF & 1, for a variable of LEN elements.  */
static struct view *
new_alias (struct view *src, const struct expr *off, int value, int len)
{
  struct view *w = pool (sizeof *w);
  *w = *src;
  if (off)
    w->base += value & 1;
  if (len + (off != NULL) > src->len)
    M.out->limit = true;
  w->len = len;
  return w;
}

/* Where W begins: equal for threads that see the same view.  Every thread
   has its own local arrays, at one address.  */
static int
view_value (struct view *w)
{
  return w->object < 0 ? w->base + w->object + 1 : w->base;
}

static void
copies_done (struct thread *t, const struct stmt *s, int from)
{
  for (int i = from; i < t->ncopy; i++)
    {
      struct copy *c = &t->copy[i];
      element (c->dst)->pending_w--;
      element (c->src)->pending_r--;
      int v = read_cell (t, s, c->src);
      write_cell (t, s, c->dst, v, true);
    }
  t->ncopy = from;
}

static int
align16 (int n)
{
  return (n + 15) & ~15;
}

static void
call (struct thread *t, const struct stmt *s, uint64_t key)
{
  if (s->fn < 0 || s->fn == t->fn)
    {
      stick (K_CALLEE, s, t);
      if (s->v >= 0 && s->decl)
        set_new (t, s, key, s->v, 0);
      return;
    }
  const struct func *g = M.pr->fn[s->fn];
  union val *env = pool (g->nvar * sizeof *env + sizeof *env);
  struct unit u = unit_for (t, s, g);
  for (int k = 0; k < s->nargs; k++)
    {
      const struct var *q = &g->var[k];
      const struct arg *a = &s->arg[k];
      int v = eval (t, s, a->e);
      uint64_t at = mix (mix (key, AT_OPERAND), k);
      if (a->v < 0)
        {
          env[k].i = v;
          declared_at[t->id][s->fn][k] = q->p;
          agree (t, s, at, unit_of (t, q->p), v, false, K_VALUE);
          continue;
        }
      struct view *w = t->env[a->v].w;
      if (!usable (t, s, w, false))
        return;
      struct view *n = new_alias (w, a->e, v, q->len);
      /* A parameter is a name of its own: what the callee does to it ends
         with the call.  An argument that is passed twice is one object, if
         it may be written.  */
      for (int j = 0; j < k; j++)
        if (s->arg[j].v >= 0 && t->env[s->arg[j].v].w->canon == w->canon
            && !(q->is_const && g->var[j].is_const))
          n->canon = env[j].w->canon;
      if (n->canon == w->canon)
        n->canon = n;
      n->suspended = 0;
      n->async = n->claim = false;
      declared_at[t->id][s->fn][k] = q->p;
      if (q->is_const ? !persp_ge (w->p, q->p) : !persp_eq (w->p, q->p))
        stick (K_VIEW, s, t);
      n->p = q->p;
      n->is_const = q->is_const;
      env[k].w = n;
      agree (t, s, at, unit_of (t, q->p), n->base - w->base, false, K_VALUE);
    }
  struct frame *f = push (t, F_CALL);
  f->s = s;
  f->env = t->env;
  f->fn = t->fn;
  f->unit = t->unit;
  f->smem = t->smem;
  f->smem_limit = t->smem_limit;
  f->path = key;
  t->smem = 0;
  if (align16 (f->smem) + g->smem > f->smem_limit && g->smem)
    stick (K_SMEM, s, t);
  t->smem_limit = g->smem;
  t->unit = u;
  t->env = env;
  t->fn = s->fn;
  push_seq (t, g->body, mix (key, s->fn));
}

/* The function of frame F ends with VALUE.  */
static void
leave (struct thread *t, struct frame *f, const struct stmt *at, int value)
{
  const struct func *g = M.pr->fn[t->fn];
  struct unit u = unit_of (t, bound_persp (g->bound));
  if (!persp_eq (u.p, t->unit.p) || u.start != t->unit.start)
    stick (K_CODE, at, t);
  if (!f->env)
    {
      copies_done (t, at, 0);
      t->done = true;
      return;
    }
  const struct stmt *s = f->s;
  t->env = f->env;
  t->fn = f->fn;
  t->unit = f->unit;
  t->smem = f->smem;
  t->smem_limit = f->smem_limit;
  if (s->v >= 0)
    (s->decl ? set_new : set_old) (t, s, f->path, s->v, value);
}

static void
enter_case (struct thread *t, const struct stmt *s, uint64_t key)
{
  int level = s->p.level, start = 0, rel, from = 0, avail;
  struct unit u = t->unit;
  bool units = u.p.level == level;
  if (level == THREAD)
    {
      from = units ? u.start : 0;
      rel = t->tid - from;
      avail = units ? u.p.n : M.T;
    }
  else
    {
      from = u.p.level == BLOCK ? u.start : 0;
      rel = t->block - from;
      avail = units ? u.p.n : M.G;
    }
  if (!(level < GRID && (units || (u.p.level == level + 1 && u.p.n == 1))))
    stick (K_CODE, s, t);
  for (int k = 0; k < s->ncase; start += s->size[k], k++)
    {
      int n = s->size[k];
      if (start + n > avail || (from + start) % n)
        stick (K_CODE, s, t);
      if (rel < start || rel >= start + n)
        continue;
      struct frame *f = push (t, F_UNIT);
      f->unit = u;
      t->unit = (struct unit) { P (level, n), level == THREAD ? t->block : 0,
                                from + start };
      push_seq (t, s->body[k], mix (key, k + 1));
      return;
    }
}

static void
step_view (struct thread *t, struct frame *f)
{
  const struct stmt *s = f->s;
  switch (f->i++)
    {
    case 0:
      t->waiting = meet (t, mix (f->path, 0), t->unit, 0);
      break;
    case 1:
      {
        struct view *x = t->env[s->src].w;
        struct view *w = new_view (x, s->kind == S_ASYNC ? x->p : s->p);
        w->src = x->canon;
        w->async = s->kind == S_ASYNC;
        w->claim = s->kind == S_CLAIM;
        w->claim_key = unit_key (f->path, t->unit);
        int len = M.pr->fn[t->fn]->var[s->v].len;
        if (s->kind == S_PARTITION)
          {
            int stride = len + (s->i != NULL), id = unit_id (t, s->p);
            w->base += id * stride + (s->i ? f->count & 1 : 0);
            if ((id + 1) * stride > x->len || len < 1)
              {
                M.out->limit = true;
                return;
              }
          }
        w->len = len < x->len ? len : x->len;
        x->canon->suspended++;
        f->view = x->canon;
        f->ncopy = t->ncopy;
        t->env[s->v].w = w;
        agree (t, s, mix (f->path, AT_OBJECT), unit_of (t, w->p),
               view_value (w), false, K_VALUE);
        push_seq (t, s->body[0], mix (f->path, 1));
        break;
      }
    case 2:
      if (s->kind == S_ASYNC)
        copies_done (t, s, f->ncopy);
      t->waiting = meet (t, mix (f->path, 2), t->unit, 0);
      break;
    default:
      f->view->suspended--;
      t->sp--;
    }
}

static void
step_coll (struct thread *t, struct frame *f)
{
  const struct stmt *s = f->s;
  if (f->i++ == 0)
    {
      struct unit u = unit_of (t, s->p);
      if (!unit_whole (u))
        stick (K_UNITS, s, t);
      if (!unit_within (u, t->unit))
        stick (K_CODE, s, t);
      agree (t, s, mix (f->path, AT_OPERAND), u,
             eval (t, s, s->i), false, K_OPERAND);
      f->meeting = t->waiting = meet (t, f->path, u, eval (t, s, s->e));
      return;
    }
  int v = M.event[f->meeting].value & 7;
  t->sp--;
  if (s->v >= 0)
    (s->decl ? set_new : set_old) (t, s, f->path, s->v, v);
}

/* A jump to the loop around or out of the function: frames in between are
   dropped, so that the perspective stays what it was.  */
static struct frame *
unwind (struct thread *t, enum frame_kind to)
{
  while (t->sp && t->stack[t->sp - 1].kind != to)
    {
      t->sp--;
      if (t->stack[t->sp].kind == F_SEQ)
        t->smem = t->stack[t->sp].smem;
    }
  if (!t->sp)
    {
      M.out->limit = true;
      t->sp = 1;
    }
  return &t->stack[t->sp - 1];
}

static void
exec (struct thread *t, const struct stmt *s, uint64_t path)
{
  uint64_t key = mix (path, 1000 + s->id);
  int v, i;
  struct frame *f;
  if (!persp_eq (t->unit.p, s->static_p))
    stick (K_CODE, s, t);
  switch (s->kind)
    {
    case S_IF:
      v = eval_checked (t, s, s->e, key) != 0;
      agree (t, s, key, t->unit, v, true, K_CONDITION);
      push_seq (t, s->body[!v], mix (key, v));
      return;
    case S_LOOP:
      v = eval_checked (t, s, s->e, key) & 3;
      agree (t, s, key, t->unit, v, true, K_CONDITION);
      f = push (t, F_LOOP);
      f->s = s;
      f->count = v;
      f->path = key;
      return;
    }
  agree (t, s, key, t->unit, 0, true, K_CONDITION);
  switch (s->kind)
    {
    case S_DECL:
      set_new (t, s, key, s->v, eval_checked (t, s, s->e, key));
      break;
    case S_ASSIGN:
      set_old (t, s, key, s->v, eval_checked (t, s, s->e, key));
      break;
    case S_LDECL:
      {
        int len = M.pr->fn[t->fn]->var[s->v].len;
        struct view *w = pool (sizeof *w);
        w->base = cells (len);
        w->len = len;
        memset (M.cell + w->base, 0, len * sizeof *M.cell);
        w->object = -1 - w->base;
        w->canon = w;
        w->p = var_persp (t, s->v, t->unit.p);
        t->env[s->v].w = w;
        agree (t, s, mix (key, AT_VARIABLE), unit_of (t, w->p), 0, true,
               K_VALUE);
        break;
      }
    case S_PDECL:
    case S_PASSIGN:
      if (usable (t, s, t->env[s->src].w, false))
        {
          v = eval_checked (t, s, s->i, key);
          struct view *w = new_alias (t->env[s->src].w, s->i, v,
                                      M.pr->fn[t->fn]->var[s->v].len);
          t->env[s->v].w = w;
          if (s->kind == S_PDECL)
            declared_at[t->id][t->fn][s->v] = var_persp (t, s->v, t->unit.p);
          struct persp p = declared_at[t->id][t->fn][s->v];
          agree (t, s, mix (key, AT_VARIABLE), unit_of (t, p),
                 w->base - t->env[s->src].w->base, true, K_VALUE);
        }
      break;
    case S_STORE:
      i = eval_checked (t, s, s->i, mix (key, 7));
      v = eval_checked (t, s, s->e, key);
      if (M.pr->fn[t->fn]->var[s->v].kind == LARRAY)
        {
          struct view *w = t->env[s->v].w;
          if (!w)
            {
              M.out->limit = true;
              break;
            }
          i = (unsigned) i % w->len;
          M.cell[w->base + i] = v;
          agree (t, s, mix (key, AT_VARIABLE), unit_of (t, w->p),
                 v * 64 + i, true, K_VALUE);
        }
      else if (usable (t, s, t->env[s->v].w, false))
        {
          struct view *w = t->env[s->v].w;
          if (!persp_eq (w->p, P (THREAD, 1)))
            stick (K_VIEW, s, t);
          write_cell (t, s, cell_of (w, i), v, false);
        }
      break;
    case S_BREAK:
      unwind (t, F_LOOP);
      t->sp--;
      break;
    case S_CONTINUE:
      unwind (t, F_LOOP);
      break;
    case S_RETURN:
      v = eval_checked (t, s, s->e, key);
      f = unwind (t, F_CALL);
      if (f->env || t->sp == 1)
        {
          struct frame save = *f;
          t->sp--;
          leave (t, &save, s, v);
        }
      break;
    case S_GROUP:
      {
        struct unit u = unit_of (t, s->p);
        if (!unit_within (u, t->unit) || !unit_whole (u))
          stick (K_CODE, s, t);
        push (t, F_UNIT)->unit = t->unit;
        t->unit = u;
        push_seq (t, s->body[0], mix (key, 1));
        break;
      }
    case S_SPLIT:
      enter_case (t, s, key);
      break;
    case S_PARTITION:
    case S_CLAIM:
    case S_ASYNC:
      if (usable (t, s, t->env[s->src].w, false))
        {
          if (!persp_eq (t->env[s->src].w->p, t->unit.p)
              || (s->kind != S_ASYNC && !persp_ge (t->unit.p, s->p)))
            stick (K_VIEW, s, t);
          f = push (t, F_VIEW);
          f->s = s;
          f->path = key;
          f->count = eval_checked (t, s, s->i, key);
        }
      break;
    case S_SHARED:
      {
        if (!persp_eq (t->unit.p, P (BLOCK, 1)))
          stick (K_PLACE, s, t);
        int len = M.pr->fn[t->fn]->var[s->v].len;
        struct event *e
          = event (unit_key (mix (key, AT_OBJECT), unit_of (t, P (BLOCK, 1))));
        if (e->count++ == 0)
          e->value = cells (len);
        struct view *w = pool (sizeof *w);
        w->base = e->value;
        w->len = len;
        w->p = P (BLOCK, 1);
        w->canon = w;
        t->env[s->v].w = w;
        t->smem = align16 (t->smem) + 4 * len;
        if (t->smem > t->smem_limit)
          stick (K_SMEM, s, t);
        break;
      }
    case S_CALL:
      call (t, s, key);
      break;
    case S_COLL:
      f = push (t, F_COLL);
      f->s = s;
      f->path = key;
      break;
    case S_COPY:
      {
        struct view *d = t->env[s->v].w, *x = t->env[s->src].w;
        if (!usable (t, s, d, true) || !usable (t, s, x, true))
          break;
        if (!d->canon->async || !(x->canon->async || x->is_const))
          stick (K_ASYNC, s, t);
        if (t->ncopy == MAXCOPY)
          {
            M.out->limit = true;
            break;
          }
        struct element *ed = element (d->base), *ex = element (x->base);
        if (unordered_write (t, ex) || ex->pending_w)
          stick (K_RACE, s, t);
        ed->pending_w++;
        ex->pending_r++;
        t->visible = true;
        t->copy[t->ncopy++] = (struct copy) { d->base, x->base };
        break;
      }
    }
}

static void
step (struct thread *t)
{
  struct frame *f = &t->stack[t->sp - 1];
  M.out->steps++;
  switch (f->kind)
    {
    case F_SEQ:
      if (f->s)
        {
          const struct stmt *s = f->s;
          f->s = s->next;
          exec (t, s, f->path);
        }
      else
        {
          t->smem = f->smem;
          t->sp--;
        }
      break;
    case F_LOOP:
      if (f->i < f->count)
        {
          uint64_t key = mix (f->path, 64 + f->i);
          set_new (t, f->s, key, f->s->v, f->i);
          f->i++;
          push_seq (t, f->s->body[0], key);
        }
      else
        t->sp--;
      break;
    case F_UNIT:
      t->unit = f->unit;
      t->sp--;
      break;
    case F_VIEW:
      step_view (t, f);
      break;
    case F_COLL:
      step_coll (t, f);
      break;
    case F_CALL:
      {
        struct frame save = *f;
        t->sp--;
        leave (t, &save, save.s, 0);
        break;
      }
    }
}

static void
start (const struct program *pr, bool enforce, struct outcome *out)
{
  const struct func *k = pr->fn[pr->nfn - 1];
  M.pr = pr;
  M.enforce = enforce;
  M.out = out;
  M.T = pr->T;
  M.G = pr->G;
  M.n = M.T * M.G;
  M.gen++;
  M.nused = M.ncell = 0;
  M.pool_used = 0;
  *out = (struct outcome) { .stmt = -1, .thread = -1 };
  assert (M.n <= MAXTHREADS);
  int base[MAXPARAM];
  for (int v = 0; v < k->nparam; v++)
    base[v] = k->var[v].kind == POINTER ? cells (k->var[v].len) : 0;
  for (int i = 0; i < M.n; i++)
    {
      struct thread *t = &M.thread[i];
      t->id = i;
      t->tid = i % M.T;
      t->block = i / M.T;
      t->done = t->visible = false;
      t->waiting = -1;
      t->unit = unit_of (t, bound_persp (k->bound));
      t->fn = pr->nfn - 1;
      t->smem = 0;
      t->smem_limit = k->smem ? k->smem : INT_MAX;      /* D3: what the device has */
      t->sp = 0;
      t->ncopy = 0;
      memset (t->vc, 0, sizeof t->vc);
      t->vc[i] = 1;
      union val *env = pool ((k->nvar + 1) * sizeof *env);
      for (int v = 0; v < k->nparam; v++)
        if (declared_at[i][t->fn][v] = k->var[v].p,
            k->var[v].kind == POINTER)
          {
            struct view *w = pool (sizeof *w);
            w->base = base[v];
            w->len = k->var[v].len;
            w->p = k->var[v].p;
            w->is_const = k->var[v].is_const;
            w->canon = w;
            env[v].w = w;
          }
        else
          env[v].i = mix (pr->seed, v) & 7;
      t->env = env;
      push (t, F_CALL);
      push_seq (t, k->body, 1);
    }
}

static void
finish (void)
{
  if (M.out->stuck || M.out->limit)
    return;
  for (int i = 0; i < M.n; i++)
    if (!M.thread[i].done)
      {
        stick (K_DEADLOCK, NULL, &M.thread[i]);
        return;
      }
  for (int i = 0; i < M.nused; i++)
    {
      struct event *e = &M.event[M.used[i]];
      if (e->size && e->count != e->size)
        {
          stick (K_DIVERGED, NULL, NULL);
          M.out->stmt = e->stmt;
          return;
        }
    }
}

static bool
going (void)
{
  if (M.out->steps > STEPS)
    M.out->limit = true;
  return !M.out->stuck && !M.out->limit;
}

void
run (const struct program *pr, enum schedule how, uint64_t seed, bool enforce,
     struct outcome *out)
{
  struct rng rng = { seed };
  start (pr, enforce, out);
  bool moved = true;
  while (moved && going ())
    {
      moved = false;
      for (int j = 0; j < M.n && going (); j++)
        {
          int i = how == REVERSED ? M.n - 1 - j
                  : how == RANDOM ? (int) rng_below (&rng, M.n) : j;
          struct thread *t = &M.thread[i];
          int turns = how == ROUND_ROBIN ? 1
                      : how == RANDOM ? 1 + (int) rng_below (&rng, 6) : STEPS;
          for (; turns && going () && ready (t); turns--)
            {
              step (t);
              moved = true;
            }
        }
      /* A random round may have missed the threads that could move.  */
      for (int i = 0; how == RANDOM && !moved && i < M.n && going (); i++)
        if (ready (&M.thread[i]))
          {
            step (&M.thread[i]);
            moved = true;
          }
    }
  finish ();
}

enum { MAXCHOICE = 512 };

int
run_all (const struct program *pr, int limit, bool enforce, struct outcome *out)
{
  unsigned char choice[MAXCHOICE] = { 0 }, options[MAXCHOICE];
  int tried = 0;
  for (;;)
    {
      int depth = 0;
      struct thread *t = NULL;
      start (pr, enforce, out);
      while (going ())
        {
          if (!t || t->visible || !ready (t))
            {
              struct thread *can[MAXTHREADS];
              int n = 0, pick = 0;
              for (int i = 0; i < M.n; i++)
                if (ready (&M.thread[i]))
                  can[n++] = &M.thread[i];
              if (!n)
                break;
              if (n > 1 && depth < MAXCHOICE)
                {
                  options[depth] = n;
                  pick = choice[depth++];
                }
              t = can[pick];
              t->visible = false;
            }
          step (t);
        }
      finish ();
      tried++;
      if (out->stuck || tried == limit)
        return tried;
      while (depth && choice[depth - 1] + 1 == options[depth - 1])
        choice[--depth] = 0;
      if (!depth)
        return tried;
      choice[depth - 1]++;
    }
}
