/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the expressions of a called function into its caller's arena, with the arguments bound
   to the parameters.  */

#include "value/disjoint-int.h"

struct px_dj_copies
{
  px_dj *to;
  const px_dj *from;
  px_dj_ref *ref; /* by node of FROM; 0: not copied yet */
  int *loop;	  /* by loop of FROM; -1: not copied yet */
  bool exact;	  /* no arithmetic wraps around */
  bool limited;	  /* ... and a symbol of 64 bits is small */
};

px_dj_copies *
px_dj_copies_new (px_dj *to, const px_dj *from, int outer)
{
  px_dj_copies *c = (px_dj_copies *) dj_realloc (NULL, sizeof *c);
  c->to = to;
  c->from = from;
  c->ref = (px_dj_ref *) dj_realloc (NULL, from->node.n * sizeof *c->ref);
  memset (c->ref, 0, from->node.n * sizeof *c->ref);
  c->loop = (int *) dj_realloc (NULL, from->loop.n * sizeof *c->loop);
  memset (c->loop, -1, from->loop.n * sizeof *c->loop);
  c->loop[0] = outer;
  c->exact = c->limited = false;
  return c;
}

void
px_dj_copies_free (px_dj_copies *c)
{
  free (c->ref);
  free (c->loop);
  free (c);
}

void
px_dj_bind (px_dj_copies *c, px_dj_ref from, px_dj_ref to)
{
  c->ref[from] = to;
}

static int
copied_loop (px_dj_copies *c, int l)
{
  if (c->loop[l] < 0)
    c->loop[l] = px_dj_loop (c->to, copied_loop (c, c->from->loop.e[l]));
  return c->loop[l];
}

static px_dj_type
copied_type (const px_dj_copies *c, px_dj_type type)
{
  type.wraps &= !c->exact;
  return type;
}

static px_dj_ref
copied_var (px_dj_copies *c, const dj_node *n, const dj_var *v)
{
  const px_dj_type type = copied_type (c, n->ty);
  struct px_dj_sym s
    = { v->name, type, true, (int64_t) n->lo, (int64_t) n->hi, v->persp, copied_loop (c, v->loop),
	false };
  struct px_dj_ctr k = { v->name, 0, 0, 0, v->test, v->every, v->persp, s.loop };
  struct px_dj_pow2 p = { v->name, type, v->lo, v->hi, v->down, v->every, v->persp, s.loop };
  if (n->op == DJ_POW2)
    return px_dj_pow2_new (c->to, &p);
  if (n->op == DJ_SYM)
    {
      s.bounded = n->lo != dj_type_lo (n->ty) || n->hi != dj_type_hi (n->ty);
      if (c->exact && n->ty.bits == 64 && !n->ty.is_signed && n->hi > INT32_MAX
	  && n->lo <= INT32_MAX)
	{
	  s.bounded = c->limited = true;
	  s.hi = INT32_MAX;
	}
      return px_dj_sym_new (c->to, &s);
    }
  k.start = px_dj_copy (c, v->start);
  k.step = px_dj_copy (c, v->step);
  k.bound = v->bound ? px_dj_copy (c, v->bound) : 0;
  return px_dj_ctr_new (c->to, &k);
}

px_dj_ref
px_dj_copy (px_dj_copies *c, px_dj_ref from)
{
  const dj_node *n = dj_at (c->from, from);
  px_dj_ref a, b;
  if (c->ref[from])
    return c->ref[from];
  switch (n->op)
    {
    case DJ_CONST: return c->ref[from] = px_dj_const (c->to, copied_type (c, n->ty), n->v);
    case DJ_THREAD:
    case DJ_BLOCK:
    case DJ_NTHREADS:
    case DJ_NBLOCKS:
      return c->ref[from] = px_dj_id (c->to, (enum px_dj_op) n->op, copied_type (c, n->ty));
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: return c->ref[from] = copied_var (c, n, dj_var_of (c->from, from));
    case DJ_CAST:
      return c->ref[from] = px_dj_cast (c->to, copied_type (c, n->ty), px_dj_copy (c, n->a));
    case DJ_SEL:
      a = px_dj_copy (c, n->b);
      b = px_dj_copy (c, n->c);
      return c->ref[from] = px_dj_sel (c->to, px_dj_copy (c, n->a), a, b);
    default:
      a = px_dj_copy (c, n->a);
      return c->ref[from] = dj_arity[n->op] == 1
			      ? px_dj_un (c->to, (enum px_dj_op) n->op, a)
			      : px_dj_bin (c->to, (enum px_dj_op) n->op, a, px_dj_copy (c, n->b));
    }
}

/* The references of LIST, copied.  */
static void
copy_list (px_dj_copies *c, const px_dj_ref *list, int n, dj_vec<px_dj_ref> *to)
{
  for (int i = 0; i < n; i++)
    dj_push (to, px_dj_copy (c, list[i]));
}

/* Access A, copied; LISTS keep its conditions and counters.  */
static px_dj_access
copied_access (px_dj_copies *c, const px_dj_access *a, dj_vec<px_dj_ref> lists[3])
{
  px_dj_access x = *a;
  x.offset = px_dj_copy (c, a->offset);
  copy_list (c, a->guard, a->n_guards, &lists[0]);
  copy_list (c, a->fact, a->n_facts, &lists[1]);
  copy_list (c, a->ctr, a->n_ctrs, &lists[2]);
  x.guard = lists[0].e;
  x.fact = lists[1].e;
  x.ctr = lists[2].e;
  return x;
}

enum px_dj_exact
px_dj_r1_exact (px_dj *A, const px_dj_relation *rel, const px_dj_access *a, const px_dj_access *b)
{
  px_dj *to = px_dj_new (&A->launch);
  px_dj_copies *c = px_dj_copies_new (to, A, 0);
  dj_vec<px_dj_ref> lists[2][3] = {};
  px_dj_relation of = *rel;
  px_dj_result r;
  c->exact = true;
  of.loop = rel->loop < 0 ? rel->loop : copied_loop (c, rel->loop);
  px_dj_access x = copied_access (c, a, lists[0]), y = copied_access (c, b, lists[1]);
  px_dj_r1 (to, &of, &x, &y, &r);
  for (auto &side : lists)
    for (dj_vec<px_dj_ref> &list : side)
      dj_drop (&list);
  enum px_dj_exact answer = r.verdict != DJ_PROVED ? DJ_NOT_EXACT
			    : c->limited	   ? DJ_IF_SMALL
						   : DJ_IF_EXACT;
  px_dj_copies_free (c);
  px_dj_free (to);
  return answer;
}
