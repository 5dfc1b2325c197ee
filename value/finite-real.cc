/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, after its search: whether a pair that may meet does so for some values of what was not enumerated.

   Procedure 2 proves that no pair meets, whatever those values are.  Where one does it need not be asked: it
   would spend all that it may spend, and fail.  So a few values are tried for the symbols, counters that were
   not enumerated are in their first iteration, and both accesses are evaluated as they stand.

   Uses the values to try of model.cc.  Leaves nothing.  */

#include "value/model.h"

namespace
{
enum
{
  MOST_TRIED = 24, /* most pairs that meet do so in one of the first ten */
};

/* A node, and which ones of its program are its operands; -1: none.  A counter's are its start, and the
   bound of its test.  */
struct operation
{
  px_dj_ref r;
  int operand[3];
};

/* What a side computes, operands first.  */
struct side
{
  const px_dj_access *a;
  dj_vec<operation> step;
  dj_vec<int> of; /* by node: its step and 1; 0: none */
  dj_vec<int64_t> v;
  dj_vec<bool> undefined;
};

struct pair
{
  px_dj *A;
  const dj_case *c;
  const struct px_dj_witness *w;
  struct side s[2];
  dj_vec<int64_t> constant;
  int64_t value[MOST_VALUES];
  int n_values;
  int64_t threads, blocks; /* the least launch with these units */
};
}

static int
add_step (struct pair *p, struct side *s, px_dj_ref r)
{
  px_dj *A = p->A;
  if (!r)
    return -1;
  if (s->of.e[r])
    return s->of.e[r] - 1;
  const dj_node n = *dj_at (A, r);
  struct operation x = { r, { -1, -1, -1 } };
  px_dj_ref operand[3] = { 0, 0, 0 };
  if (n.op == DJ_CTR)
    {
      operand[0] = dj_var_of (A, r)->start;
      operand[1] = dj_var_of (A, r)->bound;
    }
  else if (dj_arity[n.op])
    {
      operand[0] = n.a;
      operand[1] = n.b;
      operand[2] = n.c;
    }
  else if (n.op == DJ_CONST)
    dj_model_constant (&p->constant, n.v);
  for (int i = 0; i < 3; i++)
    x.operand[i] = s->step.n < MOST_NODES ? add_step (p, s, operand[i]) : -1;
  dj_push (&s->step, x);
  return (s->of.e[r] = s->step.n) - 1;
}

/* Returns false if there is too much.  */
static bool
add_side (struct pair *p, int side, const px_dj_access *a)
{
  struct side *s = &p->s[side];
  s->a = a;
  for (int i = 0; i < p->A->node.n; i++)
    dj_push (&s->of, 0);
  add_step (p, s, a->offset);
  for (int i = 0; i < a->n_guards; i++)
    add_step (p, s, a->guard[i]);
  for (int i = 0; i < a->n_ctrs; i++)
    add_step (p, s, a->ctr[i]);
  for (int i = 0; i < s->step.n; i++)
    {
      dj_push (&s->v, (int64_t) 0);
      dj_push (&s->undefined, false);
    }
  return s->step.n < MOST_NODES;
}

/* The value of symbol R: a function of the TRY, of the symbol, and of the side unless both have the same.
   The even tries give all symbols one value, since sizes mostly go together.  */
static int64_t
symbol_in (const struct pair *p, px_dj_ref r, int side, int tried)
{
  const dj_node *n = dj_at (p->A, r);
  bool common = dj_var_common (p->A, p->c, dj_var_of (p->A, r));
  uint64_t h = (uint64_t) tried * 64 + (tried % 2 ? r * 2 + (common ? 0 : side) : 0);
  h = h * 0x9e3779b97f4a7c15u >> 33;
  dj_wide x = p->value[tried % 2 ? h % p->n_values : tried / 2 % p->n_values];
  return (int64_t) (x < n->lo ? n->lo : x > n->hi ? n->hi : x);
}

/* Sets *X to the value of counter R, and returns true if the search gave it one on that side.  */
static bool
enumerated (const struct pair *p, px_dj_ref r, int side, int64_t *x)
{
  for (int i = 0; i < p->w->n_values; i++)
    if (p->w->value[i].ctr == r && (p->w->value[i].side == side || p->w->value[i].side == 2))
      {
	*x = p->w->value[i].value;
	return true;
      }
  return false;
}

/* Evaluates a side.  Returns false if its loops do not get there, its guards do not hold, or something that they
   need is undefined.  */
static bool
side_runs (struct pair *p, int side, int tried)
{
  px_dj *A = p->A;
  struct side *s = &p->s[side];
  A->ops_left -= s->step.n / NODES_AN_OP + 1;
  for (int i = 0; i < s->step.n; i++)
    {
      const struct operation *y = &s->step.e[i];
      const dj_node *n = dj_at (A, y->r);
      const dj_var *v;
      int64_t x[3] = { 0, 0, 0 }, *to = &s->v.e[i];
      bool u[3] = { false, false, false }, und = false;
      for (int k = 0; k < 3; k++)
	if (y->operand[k] >= 0)
	  {
	    x[k] = s->v.e[y->operand[k]];
	    u[k] = s->undefined.e[y->operand[k]];
	  }
      switch (n->op)
	{
	case DJ_CONST: *to = n->v; break;
	case DJ_THREAD: *to = p->w->thread[side]; break;
	case DJ_BLOCK: *to = p->w->block[side]; break;
	case DJ_NTHREADS: *to = p->threads; break;
	case DJ_NBLOCKS: *to = p->blocks; break;
	case DJ_SYM: *to = symbol_in (p, y->r, side, tried); break;
	case DJ_POW2:
	  if (!enumerated (p, y->r, side, to))
	    return false;
	  break;
	case DJ_CTR:
	  v = dj_var_of (A, y->r);
	  if (!enumerated (p, y->r, side, to))
	    *to = x[0];
	  if (u[0]
	      || (v->test != DJ_CTR_ANY
		  && (u[1] || !dj_passes (v->test, dj_value (n->ty, *to), dj_value (n->ty, x[1])))))
	    return false;
	  break;
	default: *to = dj_evaluate (A, n, x, u, &und);
	}
      s->undefined.e[i] = und;
    }
  for (int i = 0; i < s->a->n_guards; i++)
    {
      int k = s->of.e[s->a->guard[i]] - 1;
      if (s->undefined.e[k] || !s->v.e[k])
	return false;
    }
  return !s->undefined.e[s->of.e[s->a->offset] - 1];
}

/* Returns true if counters that both units share have one value.  */
static bool
same_iteration (const struct pair *p)
{
  const struct side *s = p->s;
  for (int i = 0; i < s[0].step.n; i++)
    {
      px_dj_ref r = s[0].step.e[i].r;
      int op = dj_at (p->A, r)->op, k = s[1].of.e[r] - 1;
      if ((op == DJ_CTR || op == DJ_POW2) && k >= 0 && s[0].v.e[i] != s[1].v.e[k]
	  && dj_var_common (p->A, p->c, dj_var_of (p->A, r)))
	return false;
    }
  return true;
}

static bool
meets (struct pair *p, int tried)
{
  if (!side_runs (p, 0, tried) || !side_runs (p, 1, tried) || !same_iteration (p))
    return false;
  const struct side *s = p->s;
  dj_wide x = s[0].v.e[s[0].of.e[s[0].a->offset] - 1], y = s[1].v.e[s[1].of.e[s[1].a->offset] - 1];
  return x < y + s[1].a->width && y < x + s[0].a->width;
}

bool
dj_finite_real (px_dj *A, const dj_case *c, const px_dj_access *a, const px_dj_access *b,
		const struct px_dj_witness *w)
{
  struct pair p = pair ();
  bool found = false;
  p.A = A;
  p.c = c;
  p.w = w;
  const struct px_dj_launch *l = &A->launch;
  int64_t t = w->thread[0] > w->thread[1] ? w->thread[0] : w->thread[1];
  int64_t g = w->block[0] > w->block[1] ? w->block[0] : w->block[1];
  p.threads = l->threads ? l->threads : (t / l->min_threads + 1) * l->min_threads;
  p.blocks = (g / l->min_blocks + 1) * l->min_blocks;
  if (add_side (&p, 0, a) && add_side (&p, 1, b))
    {
      p.n_values = dj_model_values (&p.constant, p.value);
      for (int i = 0; i < MOST_TRIED && A->ops_left > 0 && !found; i++)
	found = meets (&p, i);
    }
  for (struct side &s : p.s)
    {
      dj_drop (&s.step);
      dj_drop (&s.of);
      dj_drop (&s.v);
      dj_drop (&s.undefined);
    }
  dj_drop (&p.constant);
  return found;
}
