/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Step 0 for an edge of the synchronisation graph: looks for the narrowest scope of a chain outside
   of which all pairs are disjoint.

   If a loop carries the edge, the child is first moved by some iterations.  Uses cases.cc.
   Leaves the narrowest scope that includes every pair that may meet.  */

#include "value/disjoint-int.h"

int
px_dj_chain (const px_dj *A, struct px_dj_persp whole, int cluster,
	     struct px_dj_scope chain[DJ_MAX_CHAIN])
{
  int n = 0, most = A->launch.threads ? A->launch.threads : 1024;
  if (whole.level == DJ_LEVEL_THREAD)
    most = whole.n;
  chain[n++] = { DJ_SCOPE_NOTHING, { DJ_LEVEL_THREAD, 0 } };
  for (int k = 1; k < most && n < DJ_MAX_CHAIN - 3; k *= 2)
    if (whole.level != DJ_LEVEL_THREAD || whole.n % k == 0)
      {
	chain[n].kind = DJ_SCOPE_UNITS;
	chain[n].persp.level = DJ_LEVEL_THREAD;
	chain[n++].persp.n = k;
      }
  if (whole.level > DJ_LEVEL_BLOCK || (whole.level == DJ_LEVEL_BLOCK && whole.n > 1))
    {
      chain[n].kind = DJ_SCOPE_UNITS;
      chain[n++].persp = dj_one_block;
    }
  if (whole.level == DJ_LEVEL_GRID && cluster > 1)
    {
      chain[n].kind = DJ_SCOPE_UNITS;
      chain[n].persp.level = DJ_LEVEL_BLOCK;
      chain[n++].persp.n = cluster;
    }
  chain[n].kind = DJ_SCOPE_UNITS;
  chain[n++].persp = whole;
  return n;
}

/* Rewrites the expressions of an access as they are `distance' iterations of the case's carrier
   later.  Counters that the units share advance together.  */
namespace
{
struct later
{
  px_dj *A;
  const dj_case *c;
  px_dj_ref distance; /* of dj_i64 */
  dj_vec<px_dj_ref> memo;
};
}

static bool
moves (struct later *l, px_dj_ref r)
{
  const dj_var *v = dj_var_of (l->A, r);
  return v->loop == l->c->carrier && dj_var_common (l->A, l->c, v);
}

static px_dj_ref move_expr (struct later *, px_dj_ref);

/* A counter that is not moved, but whose limits may be.  */
static px_dj_ref
move_limits (struct later *l, px_dj_ref r)
{
  const dj_var v = *dj_var_of (l->A, r);
  struct px_dj_ctr c = px_dj_ctr ();
  c.start = move_expr (l, v.start);
  c.step = move_expr (l, v.step);
  c.bound = move_expr (l, v.bound);
  if (c.start == v.start && c.step == v.step && c.bound == v.bound)
    return r;
  c.name = v.name;
  c.test = v.test;
  c.every = v.every;
  c.persp = v.persp;
  c.loop = v.loop;
  return px_dj_ctr_new (l->A, &c);
}

static px_dj_ref
move_expr (struct later *l, px_dj_ref r)
{
  px_dj *A = l->A;
  if (!r)
    return 0;
  while (l->memo.n <= (int) r)
    dj_push (&l->memo, (px_dj_ref) 0);
  if (l->memo.e[r])
    return l->memo.e[r];
  dj_node n = *dj_at (A, r);
  px_dj_ref s = r;
  if (n.op == DJ_CTR && moves (l, r))
    s = px_dj_bin (A, DJ_ADD, r,
		   px_dj_bin (A, DJ_MUL, px_dj_cast (A, n.ty, l->distance),
			      dj_var_of (A, r)->step));
  else if (n.op == DJ_POW2 && moves (l, r))
    s = px_dj_bin (A, dj_var_of (A, r)->down ? DJ_SHR : DJ_SHL, r, l->distance);
  else if (n.op == DJ_CTR)
    s = move_limits (l, r);
  else if (dj_arity[n.op])
    s = dj_rebuild (A, r, move_expr (l, n.a), move_expr (l, n.b), move_expr (l, n.c));
  l->memo.e[r] = s;
  return s;
}

/* The condition that the loop's test implies for the moved counter; 0: none.  */
static px_dj_ref
moved_test (struct later *l, px_dj_ref r)
{
  px_dj *A = l->A;
  dj_node n = *dj_at (A, r);
  dj_var v = *dj_var_of (A, r);
  px_dj_ref x = move_expr (l, r), y, z;
  if (n.op == DJ_POW2)
    {
      y = px_dj_const (A, n.ty, v.lo);
      z = px_dj_const (A, n.ty, v.hi);
      return px_dj_bin (A, DJ_LAND, px_dj_bin (A, DJ_LE, y, x), px_dj_bin (A, DJ_LE, x, z));
    }
  y = v.bound ? move_expr (l, v.bound) : 0;
  switch (v.test)
    {
    case DJ_CTR_LT: return px_dj_bin (A, DJ_LT, x, y);
    case DJ_CTR_LE: return px_dj_bin (A, DJ_LE, x, y);
    case DJ_CTR_GT: return px_dj_bin (A, DJ_LT, y, x);
    case DJ_CTR_GE: return px_dj_bin (A, DJ_LE, y, x);
    default: return 0;
    }
}

/* The cases of an edge, by what includes both units.  */
enum
{
  INSIDE,
  ACROSS,
  SAME_THREAD,
  N_CASES
};

namespace
{
enum answer
{
  NOT_ASKED,
  APART,
  MAY_MEET
};

struct edge
{
  px_dj *A;
  const struct px_dj_edge *e;
  const px_dj_access *a;
  struct
  {
    bool made;
    dj_case c;
    px_dj_access b;
  } in[N_CASES];
  dj_vec<px_dj_ref> guard[N_CASES], ctr[N_CASES];
  bool too_many;     /* procedure 1 cannot search the pairs of one block, whatever the scope is */
  bool one;	     /* there is no pair of different blocks */
  int widest;	     /* thread[widest] is the broadest scope of threads in the chain */
  enum answer cross; /* of pairs of different blocks */
  enum answer each;  /* of pairs of different threads of a block, by procedure 2 */
  struct px_dj_witness cross_witness;
  bool cross_shown;
};
}

/* The largest number of iterations between two values of the counter; INT32_MAX if unknown.  */
static int64_t
span (const px_dj *A, px_dj_ref r)
{
  const dj_node *n = dj_at (A, r);
  int64_t step;
  if (n->op == DJ_POW2)
    return 62;
  if (!dj_is_const (A, dj_var_of (A, r)->step, &step) || !step)
    return INT32_MAX;
  dj_wide k = (n->hi - n->lo) / (step < 0 ? -step : step);
  return k > INT32_MAX ? INT32_MAX : (int64_t) k;
}

/* The child, moved as case k requires.  */
static const px_dj_access *
moved_child (struct edge *x, int k, const px_dj_access *c)
{
  px_dj *A = x->A;
  const struct px_dj_edge *e = x->e;
  px_dj_access *b = &x->in[k].b;
  dj_case *in = &x->in[k].c;
  if (x->in[k].made)
    return b;
  x->in[k].made = true;
  *in = k == ACROSS ? dj_across_blocks (e->whole, 1, e->loop) : dj_inside_block (e->whole, e->loop);
  if (k == SAME_THREAD)
    {
      in->common.level = DJ_LEVEL_THREAD;
      in->common.n = 1;
    }
  *b = *c;
  if (!e->carrier)
    return b;
  in->carrier = e->carrier;
  struct later l = later ();
  int64_t most = e->distance_max ? e->distance_max : INT32_MAX;
  int i, m = 0, tests = 0;
  l.A = A;
  l.c = in;
  for (i = 0; i < c->n_ctrs; i++)
    if (moves (&l, c->ctr[i]))
      {
	int64_t s = span (A, c->ctr[i]);
	m++;
	if (s < most)
	  most = s;
      }
  if (most < e->distance)
    most = e->distance;
  l.distance = e->distance == e->distance_max
		 ? dj_int (A, e->distance)
		 : dj_box (A, dj_i64, e->distance, most, true, "distance");
  if (e->distance != e->distance_max)
    A->var.e[A->node.e[l.distance].v].box = false;
  for (i = 0; i < c->n_ctrs; i++)
    if (moves (&l, c->ctr[i]))
      {
	px_dj_ref g = moved_test (&l, c->ctr[i]);
	if (g)
	  {
	    dj_push (&x->guard[k], g);
	    tests++;
	  }
      }
  for (i = 0; i < c->n_guards; i++)
    dj_push (&x->guard[k], move_expr (&l, c->guard[i]));
  b->offset = move_expr (&l, c->offset);
  b->guard = x->guard[k].e;
  b->n_guards = x->guard[k].n;
  for (i = 0; i < c->n_ctrs; i++)
    dj_push (&x->ctr[k], moves (&l, c->ctr[i]) ? c->ctr[i] : move_expr (&l, c->ctr[i]));
  b->ctr = x->ctr[k].e;
  if (!m || tests < m)
    b->complete = false;
  dj_drop (&l.memo);
  return b;
}

static bool
blocks_apart (struct edge *x, int n, const px_dj_access *c, struct px_dj_witness *w, bool *shown)
{
  const px_dj_access *b = moved_child (x, ACROSS, c);
  dj_case in = x->in[ACROSS].c;
  dj_key key = { DJ_KEY_BLOCKS, n, 0 };
  struct px_dj_persp unit = { DJ_LEVEL_BLOCK, n };
  struct px_dj_result r = px_dj_result ();
  in.n_block = n;
  if (dj_r1_case (x->A, &in, &key, unit, x->a, b, &r))
    return true;
  *shown = r.verdict == DJ_SHOWN;
  *w = r.witness;
  return false;
}

/* Returns true if no pair of one block outside scope s meets.  MET is a pair that may meet and
   is outside s, or NULL.  QUICK: not by procedure 2.  */
static bool
threads_apart (struct edge *x, const struct px_dj_scope *s, const px_dj_access *c,
	       const struct px_dj_witness *met, bool quick, struct px_dj_witness *w, bool *shown)
{
  const px_dj_access *b = moved_child (x, INSIDE, c);
  const dj_case *in = &x->in[INSIDE].c;
  dj_key key = { DJ_KEY_NONE, 1, x->widest };
  dj_rel rel = { DJ_REL_ANY, { DJ_LEVEL_THREAD, 1 } };
  px_dj_ref node;
  px_dj *A = x->A;
  if (s->kind == DJ_SCOPE_UNITS)
    {
      key.kind = DJ_KEY_THREADS;
      key.n = s->persp.n;
    }
  if (met)
    *w = *met;
  enum dj_finite_answer f = met		  ? DJ_F_MAYBE
			    : x->too_many ? DJ_F_CANNOT
					  : dj_finite_meet (A, in, &key, x->a, b, w, &node);
  x->too_many |= f == DJ_F_CANNOT;
  *shown = f == DJ_F_ALWAYS;
  if (f == DJ_F_NEVER)
    return true;
  if (f == DJ_F_ALWAYS || quick)
    return false;
  if (s->kind == DJ_SCOPE_UNITS && s->persp.n > 1)
    return dj_apart (A, in, s->persp, x->a, b);
  if (!x->each)
    x->each = dj_apart (A, in, rel.unit, x->a, b) ? APART : MAY_MEET;
  if (x->each == MAY_MEET || s->kind == DJ_SCOPE_UNITS)
    return x->each == APART;
  const px_dj_access *same = moved_child (x, SAME_THREAD, c);
  return dj_linear_apart (A, &x->in[SAME_THREAD].c, &rel, x->a, same);
}

/* Returns true if no pair outside the scope meets.  QUICK: procedure 2 is not asked of the pairs of one block.  */
static bool
scope_holds (struct edge *x, const struct px_dj_scope *s, const px_dj_access *c,
	     const struct px_dj_witness *met, bool quick, struct px_dj_witness *w, bool *shown)
{
  bool blocks = s->kind == DJ_SCOPE_UNITS && s->persp.level != DJ_LEVEL_THREAD;
  *shown = false;
  memset (w, 0, sizeof *w);
  if (s->kind == DJ_SCOPE_UNITS && (dj_broader_eq (s->persp, x->e->whole) || (blocks && x->one)))
    return true;
  if (blocks && s->persp.n > 1)
    return blocks_apart (x, s->persp.n, c, w, shown);
  if (!x->one && !x->cross)
    x->cross = blocks_apart (x, 1, c, &x->cross_witness, &x->cross_shown) ? APART : MAY_MEET;
  if (!x->one && x->cross == MAY_MEET)
    {
      *w = x->cross_witness;
      *shown = x->cross_shown;
      return false;
    }
  return blocks || threads_apart (x, s, c, met, quick, w, shown);
}

/* Returns true if the scope includes the witness's pair.  */
static bool
holds_witness (const struct px_dj_scope *s, const struct px_dj_witness *w)
{
  bool same_block = w->block[0] == w->block[1];
  if (s->kind == DJ_SCOPE_NOTHING)
    return false;
  if (s->persp.level == DJ_LEVEL_GRID)
    return true;
  if (s->persp.level == DJ_LEVEL_BLOCK)
    return w->block[0] / s->persp.n == w->block[1] / s->persp.n;
  return same_block && w->thread[0] / s->persp.n == w->thread[1] / s->persp.n;
}

namespace
{
/* What is known of the scopes of a chain while the narrowest one that holds is looked for.  */
struct walk
{
  const px_dj_access *c; /* the child */
  const struct px_dj_scope *chain;
  struct px_dj_witness last; /* the pair found last */
  bool last_shown;
};
}

/* Asks whether no pair outside scope I of the chain meets, unless a pair that is known to meet is outside it.  */
static bool
ask (struct edge *x, struct walk *w, int i, bool quick)
{
  struct px_dj_witness found;
  bool shown, met = w->last.valid && !holds_witness (&w->chain[i], &w->last);
  if (met && w->last_shown)
    return false;
  if (scope_holds (x, &w->chain[i], w->c, met ? &w->last : NULL, quick, &found, &shown))
    return true;
  if (shown || !w->last_shown)
    {
      w->last = found;
      w->last_shown = shown;
    }
  return false;
}

/* True if scope I, of which procedure 2 was not asked, does not hold.  */
static bool
ruled_out (const struct edge *x, const struct walk *w, int i)
{
  const struct px_dj_scope *s = &w->chain[i];
  bool blocks = s->kind == DJ_SCOPE_UNITS && s->persp.level != DJ_LEVEL_THREAD;
  return blocks || x->cross == MAY_MEET || (w->last_shown && !holds_witness (s, &w->last));
}

/* True if the pair of two threads of a block that was found last, without some conditions, meets where these
   hold.  */
static bool
pair_is_real (struct edge *x, const struct walk *w)
{
  const struct px_dj_witness *l = &w->last;
  return l->valid && !w->last_shown && l->block[0] == l->block[1] && l->thread[0] != l->thread[1]
	 && dj_finite_real (x->A, &x->in[INSIDE].c, x->a, moved_child (x, INSIDE, w->c), l);
}

/* The narrowest of the N scopes that holds.  The last one always does.  What a scope includes all broader ones do.

   A search goes first, from the narrowest on, since a pair that it finds is outside several of them.  If such a pair may
   not run, some values for what was left out may show that it does.  What is left are scopes of which it found a pair
   that may not run, or nothing, as there is too much to search.  They take a proof.
   Edges that follow one another are mostly of one loop: where the last one had a proof that nothing meets, so may this
   one.  Else, if the broadest has none, the others have none; if it has one, mostly one thread has one, too; and if that
   has none, the next to the broadest may.  */
static int
narrowest (struct edge *x, struct walk *w, int n)
{
  int fails = -1, holds = 0, thread = w->chain[0].kind == DJ_SCOPE_NOTHING;
  for (; holds < n - 1 && !ask (x, w, holds, true); holds++)
    if (ruled_out (x, w, holds))
      fails = holds;
  int most = holds - 1;
  while (most > fails && holds_witness (&w->chain[most], &w->last))
    most--;
  if (most > fails && pair_is_real (x, w))
    fails = most;
  bool proofs = holds - fails > 1;
  if (proofs && fails < 0 && x->A->likely_apart)
    {
      if (ask (x, w, 0, false))
	holds = 0;
      else
	fails = 0;
    }
  for (int probe = 0; probe < 3 && holds - fails > 1; probe++)
    {
      int i = probe == 1 && fails < thread && holds > thread ? thread : holds - 1;
      if (ask (x, w, i, false))
	holds = i;
      else
	fails = i;
    }
  while (holds - fails > 1)
    if (ask (x, w, fails + 1, false))
      holds = fails + 1;
    else
      fails++;
  if (proofs)
    x->A->likely_apart = holds == 0;
  return holds;
}

int
dj_narrow (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent, const px_dj_access *c,
	   const struct px_dj_scope *chain, int n, struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n;
  struct edge x = edge ();
  struct walk w = { c, chain, px_dj_witness (), false };
  dj_begin (A, e->carrier ? DJ_Q_CARRIED : DJ_Q_EDGE, r);
  x.A = A;
  x.e = e;
  x.a = parent;
  x.one = e->shared || e->whole.level == DJ_LEVEL_THREAD
	  || (e->whole.level == DJ_LEVEL_BLOCK && e->whole.n == 1);
  for (int i = 0; i < n - 1; i++)
    if (chain[i].kind == DJ_SCOPE_UNITS && chain[i].persp.level == DJ_LEVEL_THREAD)
      x.widest = chain[i].persp.n;
  int i = narrowest (&x, &w, n);
  /* The last pair is outside every scope before i only if it ruled out scope i - 1.  */
  bool tight = i > 0 && w.last.valid && w.last_shown && !holds_witness (&chain[i - 1], &w.last);
  dj_end (A, r);
  r->verdict = tight ? DJ_SHOWN : DJ_PROVED;
  r->why = DJ_WHY_NONE;
  r->witness = w.last;
  for (int k = 0; k < N_CASES; k++)
    {
      dj_drop (&x.guard[k]);
      dj_drop (&x.ctr[k]);
    }
  dj_forget (A, nodes, vars);
  return i;
}
