/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, step 3: makes the rows of a side and evaluates its offset and guards in them.

   A row has a value for each variable of the side: thread, block, counters.  Expressions are
   compiled into a list of operations that runs on CHUNK rows at a time.  Needs q->s from
   dj_finite_prepare.  Leaves the rows whose guards hold, with their offsets.  */

#include "value/finite.h"

void
dj_finite_rows_free (struct rows *r)
{
  for (int i = 0; i < r->col.n; i++)
    free (r->col.e[i].v);
  dj_drop (&r->col);
}

int64_t *
dj_finite_new_column (struct rows *r, px_dj_ref var)
{
  column c = { var, (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t)) };
  dj_push (&r->col, c);
  return c.v;
}

static const int64_t *
find_column (const struct rows *r, px_dj_ref var)
{
  for (int i = 0; i < r->col.n; i++)
    if (r->col.e[i].var == var)
      return r->col.e[i].v;
  return NULL;
}

/* The most rows of ROWS that run_program evaluates at a time.  */
static int
chunk_of (const struct rows *rows)
{
  return rows->n < CHUNK ? rows->n : CHUNK;
}

/* Sets X->u, if there is one, to whether an operand makes operation X of P undefined, in rows 0 … N - 1 of a chunk.  */
static void
find_undefined (const struct program *p, instr *x, int n)
{
  uint8_t *u = x->u;
  const int64_t *a = p->i.e[x->a].v;
  const uint8_t *ua = p->i.e[x->a].u, *ub = x->b >= 0 ? p->i.e[x->b].u : NULL,
		*uc = x->c >= 0 ? p->i.e[x->c].u : NULL;
  for (int i = 0; u && i < n; i++)
    {
      bool und = ua && ua[i];
      if (x->op == DJ_SEL)
	und |= a[i] ? ub && ub[i] : uc && uc[i];
      else if (ub && ub[i])
	und |= x->op == DJ_LAND ? a[i] != 0 : x->op == DJ_LOR ? a[i] == 0 : true;
      u[i] = und;
    }
}

/* Evaluates operation X of P in rows 0 … N - 1 of a chunk.  */
static void
run_instr (const struct program *p, instr *x, int n)
{
  int64_t *v = x->v;
  const int64_t *a = p->i.e[x->a].v, *b = x->b >= 0 ? p->i.e[x->b].v : a;
  bool narrow = x->ty.bits <= 32 && x->t.bits <= 32;
  bool plain = !x->may_und && (x->ty.bits == 64 || narrow);
  int i;
  find_undefined (p, x, n);
#define EACH(expr) \
  for (i = 0; i < n; i++) \
    v[i] = (expr); \
  break
#define CUT(expr) \
  if (x->ty.bits == 64) \
    { \
      EACH (expr) \
	; \
    } \
  if (x->ty.bits == 32 && x->ty.is_signed) \
    { \
      EACH ((int32_t) (expr)) \
	; \
    } \
  if (x->ty.bits == 32) \
    { \
      EACH ((uint32_t) (expr)) \
	; \
    } \
  EACH (dj_wrap (x->ty, expr))
#define WRAP(expr) \
  if (x->ty.bits == 64 || (x->ty.is_signed && !x->ty.wraps)) \
    { \
      EACH (expr) \
	; \
    } \
  CUT (expr)
  switch (x->op)
    {
    case DJ_LAND: EACH (a[i] && b[i]) ;
    case DJ_LOR: EACH (a[i] || b[i]) ;
    case DJ_LNOT: EACH (!a[i]) ;
    case DJ_SEL:
      {
	const int64_t *c = p->i.e[x->c].v;
	EACH (a[i] ? b[i] : c[i])
	  ;
      }
    case DJ_AND: EACH (a[i] & b[i]) ;
    case DJ_OR: EACH (a[i] | b[i]) ;
    case DJ_XOR: EACH (a[i] ^ b[i]) ;
    case DJ_EQ: EACH (a[i] == b[i]) ;
    case DJ_NE: EACH (a[i] != b[i]) ;
    case DJ_CAST: CUT (a[i]);
    case DJ_NOT: CUT (~a[i]);
    case DJ_SHL:
      if (x->may_und)
	goto slow;
      CUT ((int64_t) ((uint64_t) a[i] << (b[i] & 63)));
    case DJ_SHR:
      if (x->may_und || (x->t.bits == 64 && !x->t.is_signed))
	goto slow;
      CUT (a[i] >> (b[i] & 63)); /* an undefined row may have any count */
    case DJ_ADD:
      if (!plain)
	goto slow;
      WRAP ((int64_t) ((uint64_t) a[i] + (uint64_t) b[i]));
    case DJ_SUB:
      if (!plain)
	goto slow;
      WRAP ((int64_t) ((uint64_t) a[i] - (uint64_t) b[i]));
    case DJ_MUL:
      if (!plain)
	goto slow;
      WRAP ((int64_t) ((uint64_t) a[i] * (uint64_t) b[i]));
    case DJ_LT:
      if (x->t.bits == 64 && !x->t.is_signed)
	goto slow;
      EACH (a[i] < b[i])
	;
    case DJ_LE:
      if (x->t.bits == 64 && !x->t.is_signed)
	goto slow;
      EACH (a[i] <= b[i])
	;
    case DJ_DIV:
      if (x->may_und || !narrow)
	goto slow;
      WRAP (b[i] ? a[i] / b[i] : 0);
    case DJ_MOD:
      if (x->may_und || !narrow)
	goto slow;
      EACH (b[i] ? a[i] % b[i] : 0)
	;
    default:
    slow:
      for (i = 0; i < n; i++)
	{
	  bool und = false;
	  v[i] = dj_apply (x->op, x->ty, x->t, a[i], b[i], &und);
	  if (und && x->u)
	    x->u[i] = 1;
	}
    }
#undef EACH
#undef CUT
#undef WRAP
}

/* Gives all rows of a chunk the value of operation K, which is fixed.  */
static void
spread (struct program *p, int k, int chunk)
{
  instr *x = k >= 0 ? &p->i.e[k] : NULL;
  if (!x || !x->fixed || x->spread)
    return;
  for (int i = 1; i < chunk; i++)
    x->v[i] = x->v[0];
  if (x->u)
    memset (x->u + 1, x->u[0], chunk - 1);
  x->spread = true;
}

static bool
is_fixed (const struct program *p, int k)
{
  return k < 0 || p->i.e[k].fixed;
}

static int
compile_node (struct query *q, struct program *p, px_dj_ref r, const struct rows *rows,
	      const struct env *env)
{
  px_dj *A = q->A;
  while (p->slot.n < A->node.n)
    dj_push (&p->slot, -1);
  if (p->slot.e[r] >= p->first)
    return p->slot.e[r] - p->first;
  const dj_node *n = dj_at (A, r);
  const int chunk = chunk_of (rows);
  instr x = instr ();
  x.op = n->op;
  x.ty = x.t = n->ty;
  x.a = x.b = x.c = -1;
  if (dj_arity[n->op])
    {
      bool u;
      x.a = compile_node (q, p, n->a, rows, env);
      x.t = dj_at (A, n->a)->ty;
      if (n->b)
	x.b = compile_node (q, p, n->b, rows, env);
      if (n->c)
	x.c = compile_node (q, p, n->c, rows, env);
      const dj_node *y = n->b ? dj_at (A, n->b) : NULL;
      if (n->op == DJ_DIV || n->op == DJ_MOD)
	x.may_und = (y->lo <= 0 && y->hi >= 0) || (n->flags & DJ_EXACT_UB);
      else if (n->op == DJ_SHL || n->op == DJ_SHR)
	x.may_und = y->lo < 0 || y->hi >= n->ty.bits;
      else
	x.may_und = n->flags & DJ_EXACT_UB;
      u = x.may_und || p->i.e[x.a].u || (x.b >= 0 && p->i.e[x.b].u) || (x.c >= 0 && p->i.e[x.c].u);
      x.v = (int64_t *) px_alloc_raw (&p->pool, chunk * sizeof (int64_t));
      if (u)
	x.u = (uint8_t *) px_alloc_raw (&p->pool, chunk);
      x.fixed = is_fixed (p, x.a) && is_fixed (p, x.b) && is_fixed (p, x.c);
      if (x.fixed)
	run_instr (p, &x, 1);
      else
	{
	  spread (p, x.a, chunk);
	  spread (p, x.b, chunk);
	  spread (p, x.c, chunk);
	}
    }
  else
    {
      const int64_t *c;
      x.imm = n->v;
      if (n->op != DJ_CONST)
	{
	  x.col = find_column (rows, r);
	  if (!x.col)
	    {
	      c = env ? find_column (env->r, r) : NULL;
	      if (!c)
		abort ();
	      x.imm = c[env->row];
	    }
	}
      if (!x.col)
	{
	  x.v = (int64_t *) px_alloc_raw (&p->pool, chunk * sizeof (int64_t));
	  x.v[0] = x.imm;
	  x.fixed = true;
	}
    }
  p->slot.e[r] = p->first + p->i.n;
  dj_push (&p->i, x);
  return p->i.n - 1;
}

/* The same, with a value in each row of a chunk.  */
static int
compile_rows (struct query *q, struct program *p, px_dj_ref r, const struct rows *rows,
	      const struct env *env)
{
  int k = compile_node (q, p, r, rows, env);
  spread (p, k, chunk_of (rows));
  return k;
}

/* Evaluates rows FROM … FROM + N - 1.  */
static void
run_program (struct program *p, int from, int n)
{
  for (int k = 0; k < p->i.n; k++)
    {
      instr *x = &p->i.e[k];
      if (x->col)
	x->v = (int64_t *) x->col + from;
      else if (!x->fixed)
	run_instr (p, x, n);
    }
}

/* Begins a program, which replaces the one before.  */
static struct program *
program_new (struct query *q)
{
  struct program *p = &q->program;
  p->first += p->i.n;
  p->i.n = 0;
  px_pool_reset (&p->pool);
  return p;
}

void
dj_finite_program_free (struct program *p)
{
  dj_drop (&p->i);
  dj_drop (&p->slot);
  px_pool_free (&p->pool);
}

bool
dj_finite_spend (struct query *q, long n)
{
  q->A->rows_left -= n;
  if (q->A->rows_left >= 0)
    return true;
  q->A->rows_left = 0;
  q->A->out_of_budget = true;
  return false;
}

/* Charges a new program's table of nodes to the budget: 1 row for 8 nodes.  */
static bool
spend_program (struct query *q)
{
  return dj_finite_spend (q, q->A->node.n / 8);
}

bool
dj_finite_expand (struct query *q, struct rows *r, px_dj_ref var, const struct env *env)
{
  px_dj *A = q->A;
  if (!spend_program (q))
    return false;
  const dj_var v = *dj_var_of (A, var);
  struct program *p = program_new (q);
  int64_t *count = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t *first = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t *step = (int64_t *) dj_realloc (NULL, (r->n + 1) * sizeof (int64_t));
  int64_t total = 0;
  bool ok = true, pow2 = dj_at (A, var)->op == DJ_POW2;
  if (pow2)
    {
      int64_t lo = 1;
      int n = 0;
      while (lo < v.lo)
	lo *= 2;
      for (int64_t x = lo; x <= v.hi; x *= 2)
	{
	  n++;
	  if (x > v.hi / 2)
	    break;
	}
      for (int i = 0; i < r->n; i++)
	{
	  count[i] = n;
	  first[i] = lo;
	}
      total = (int64_t) n * r->n;
    }
  else
    {
      int s = compile_rows (q, p, v.start, r, env), d = compile_rows (q, p, v.step, r, env);
      int e = compile_rows (q, p, v.bound, r, env);
      for (int from = 0; from < r->n && ok; from += CHUNK)
	{
	  int n = r->n - from < CHUNK ? r->n - from : CHUNK;
	  run_program (p, from, n);
	  const instr *is = &p->i.e[s], *id = &p->i.e[d], *ie = &p->i.e[e];
	  int64_t trips = 0;
	  for (int i = 0; i < n; i++)
	    {
	      /* Most rows have the loop of the row before.  */
	      if (!i || is->v[i] != is->v[i - 1] || id->v[i] != id->v[i - 1]
		  || ie->v[i] != ie->v[i - 1])
		trips = dj_finite_trips (A, var, is->v[i], id->v[i], ie->v[i]);
	      int64_t c = trips;
	      if ((is->u && is->u[i]) || (id->u && id->u[i]) || (ie->u && ie->u[i]))
		c = 0;
	      if (c < 0)
		{
		  q->culprit = var;
		  ok = false;
		  break;
		}
	      count[from + i] = c;
	      first[from + i] = is->v[i];
	      step[from + i] = id->v[i];
	      total += c;
	    }
	}
    }
  if (ok && (total > A->rows_left || !dj_finite_spend (q, total)))
    {
      A->out_of_budget = true;
      ok = false;
    }
  if (ok)
    {
      struct rows m = rows ();
      m.n = (int) total;
      for (int k = 0; k < r->col.n; k++)
	{
	  int64_t *to = dj_finite_new_column (&m, r->col.e[k].var);
	  const int64_t *f = r->col.e[k].v;
	  for (int i = 0; i < r->n; i++)
	    for (int64_t j = 0; j < count[i]; j++)
	      *to++ = f[i];
	}
      int64_t *to = dj_finite_new_column (&m, var);
      for (int i = 0; i < r->n; i++)
	for (int64_t j = 0; j < count[i]; j++)
	  *to++ = pow2 ? first[i] << j : first[i] + step[i] * j;
      dj_finite_rows_free (r);
      *r = m;
    }
  free (count);
  free (first);
  free (step);
  return ok;
}

/* Compiles the guards and checks of S, and appends to G those that may differ between rows; *N_GUARDS of them
   are guards.  Returns false if a guard holds in no row.  */
static bool
compile_guards (struct query *q, struct program *p, const struct side *s, const struct rows *r,
		const struct env *env, dj_vec<int> *g, int *n_guards)
{
  bool some = true;
  for (int i = 0; i < s->guard.n + s->check.n; i++)
    {
      bool guard = i < s->guard.n;
      int k = compile_node (q, p, guard ? s->guard.e[i] : s->check.e[i - s->guard.n], r, env);
      const instr *x = &p->i.e[k];
      bool plain = x->fixed && !(x->u && x->u[0]);
      if (plain && (!guard || x->v[0]))
	continue;
      /* A guard before it may be undefined, which counts.  */
      some &= !(plain && !g->n);
      spread (p, k, chunk_of (r));
      dj_push (g, k);
      *n_guards = guard ? g->n : *n_guards;
    }
  return some;
}

/* R's values do not change with the thread or block, and are known in each row of ROWS.  */
static bool
known_in (struct query *q, px_dj_ref r, const struct rows *rows)
{
  int attr = dj_finite_attr (q, r);
  if (!(attr & COMMON) || attr & (USES_THREAD | USES_BLOCK))
    return false;
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  struct side only = side ();
  bool yes = true;
  only.offset = r;
  dj_finite_side_leaves (q, &only, &vars);
  for (int i = 0; i < vars.n && yes; i++)
    yes = find_column (rows, vars.e[i]);
  dj_drop (&vars);
  return yes;
}

/* Keeps the rows of R in which guard G is defined and holds.  Returns false, and keeps all, if the undefined ones
   count.  */
static bool
keep_rows (struct query *q, struct rows *r, px_dj_ref g)
{
  struct program *p = program_new (q);
  int x = compile_rows (q, p, g, r, NULL), kept = 0;
  const uint8_t *u = p->i.e[x].u;
  if ((u && q->reduced) || !dj_finite_spend (q, (long) r->n * p->i.n / 16))
    return false;
  for (int from = 0; from < r->n; from += CHUNK)
    {
      int n = r->n - from < CHUNK ? r->n - from : CHUNK;
      run_program (p, from, n);
      for (int i = 0; i < n; i++)
	if (p->i.e[x].v[i] && !(u && u[i]))
	  {
	    for (int k = 0; k < r->col.n; k++)
	      r->col.e[k].v[kept] = r->col.e[k].v[from + i];
	    kept++;
	  }
    }
  r->n = kept;
  return true;
}

void
dj_finite_filter (struct query *q, struct rows *r)
{
  for (int i = 0; i < q->n_sides; i++)
    for (int j = 0; j < q->s[i].guard.n && r->n; j++)
      {
	px_dj_ref g = q->s[i].guard.e[j];
	bool known = known_in (q, g, r) && keep_rows (q, r, g);
	/* One that is undefined counts unless one before it does not hold.  */
	if (!known && q->reduced)
	  break;
      }
}

bool
dj_finite_table (struct query *q, int side, struct rows *r, const struct env *env)
{
  struct side *s = &q->s[side];
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  bool ok = true;
  dj_finite_side_leaves (q, s, &vars);
  for (int i = 0; i < vars.n && ok; i++)
    if (!env || !find_column (env->r, vars.e[i]))
      ok = dj_finite_expand (q, r, vars.e[i], env);
  dj_drop (&vars);
  q->off.n = q->keep.n = 0;
  ok = ok && spend_program (q);
  if (ok)
    {
      struct program *p = program_new (q);
      int o = compile_rows (q, p, s->offset, r, env), n_guards = 0;
      dj_vec<int> g = dj_vec<int> ();
      bool some = compile_guards (q, p, s, r, env, &g, &n_guards);
      ok = dj_finite_spend (q, (long) r->n * p->i.n / 16);
      dj_room (&q->off, some ? r->n : 0);
      dj_room (&q->keep, some ? r->n : 0);
      for (int from = 0; from < r->n && ok && some; from += CHUNK)
	{
	  int n = r->n - from < CHUNK ? r->n - from : CHUNK;
	  run_program (p, from, n);
	  const instr *io = &p->i.e[o];
	  if (!g.n && !io->u)
	    {
	      for (int i = 0; i < n; i++)
		q->keep.e[q->keep.n++] = from + i;
	      memcpy (q->off.e + from, io->v, n * sizeof *io->v);
	      q->off.n = q->keep.n;
	      continue;
	    }
	  for (int i = 0; i < n && ok; i++)
	    {
	      bool in = true, und = false;
	      for (int k = 0; k < g.n && in && !und; k++)
		{
		  const instr *ig = &p->i.e[g.e[k]];
		  und = ig->u && ig->u[i];
		  in = k >= n_guards || ig->v[i];
		}
	      und |= in && io->u && io->u[i];
	      in &= !und;
	      ok = !(und && q->reduced);
	      if (in)
		{
		  q->keep.e[q->keep.n++] = from + i;
		  q->off.e[q->off.n++] = io->v[i];
		}
	    }
	}
      dj_drop (&g);
    }
  return ok;
}

struct rows
dj_finite_threads (px_dj *A, const int *block, int n_blocks, int first, int n, int far)
{
  struct rows r = rows ();
  px_dj_ref t = px_dj_id (A, DJ_THREAD, px_dj_type{ 32, true, false });
  px_dj_ref b = px_dj_id (A, DJ_BLOCK, px_dj_type{ 32, true, false });
  r.n = n * n_blocks;
  int64_t *ct = dj_finite_new_column (&r, t), *cb = dj_finite_new_column (&r, b);
  for (int i = 0; i < n_blocks; i++)
    for (int j = 0; j < n; j++)
      {
	*ct++ = far && j >= n / 2 ? far + j - n / 2 : first + j;
	*cb++ = block[i];
      }
  return r;
}
