/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about a launch, for the questions of value/disjoint.h.

   A question that the code alone does not decide is asked again, with the facts of its
   accesses as conditions.  Each symbol S for which a fact or condition says S % d == 0 is
   replaced by d times a new symbol, and an unsigned one for which it says S <= c by one of a smaller
   range.  Neither procedure concludes this from the condition:
   procedure 1 has no symbols and procedure 2 has no integers.

   More conditions make more products, and the linear procedure gives up.  So facts without
   a symbol of the offsets are left out; and if all facts together do not decide, each is
   tried alone, and then all but one.

   Of those answers only proofs count.  DJ_SHOWN claims an overlap in every launch, so it is
   decided without the facts of the launch.  Facts about a single thread (px_assume) are always
   conditions, because the overlap must not need a thread that they exclude.  */

#include "value/disjoint-int.h"

enum
{
  MOST_TRIED = 6
}; /* facts that are tried alone or left out; each trial is a whole question */

namespace
{
struct facts
{
  px_dj *A;
  dj_vec<px_dj_ref> all;	  /* without duplicates: facts, then conditions */
  int n_facts;			  /* number of facts in all */
  dj_vec<px_dj_ref> sym, to;	  /* symbol sym.e[i] is replaced by to.e[i] */
  dj_vec<px_dj_ref> wide, narrow; /* the same of symbols of which the range becomes smaller, if
				     they are not among sym */
  dj_vec<px_dj_ref> memo;	  /* by node: its replacement; 0: none yet */
  dj_vec<px_dj_ref> guard[2], ctr[2];
};
}

static void
facts_drop (struct facts *f)
{
  dj_drop (&f->all);
  dj_drop (&f->sym);
  dj_drop (&f->to);
  dj_drop (&f->wide);
  dj_drop (&f->narrow);
  dj_drop (&f->memo);
  for (int i = 0; i < 2; i++)
    {
      dj_drop (&f->guard[i]);
      dj_drop (&f->ctr[i]);
    }
}

/* Returns true if r has one value in the whole launch.  */
static bool
of_launch (const px_dj *A, px_dj_ref r)
{
  const dj_node *n = dj_at (A, r);
  if (n->op == DJ_SYM)
    return dj_var_of (A, r)->persp.level == DJ_LEVEL_GRID && !dj_var_of (A, r)->loop;
  if (n->op == DJ_CTR || n->op == DJ_POW2 || n->op == DJ_THREAD || n->op == DJ_BLOCK)
    return false;
  px_dj_ref k[3] = { n->a, n->b, n->c };
  for (int i = 0; i < dj_arity[n->op]; i++)
    if (!of_launch (A, k[i]))
      return false;
  return true;
}

/* Strips casts that keep the value of r, or its low LOW bits, and returns the symbol; 0 if it
   is not a symbol.  */
static px_dj_ref
symbol_of (const px_dj *A, px_dj_ref r, int low)
{
  const dj_node *n = dj_at (A, r);
  while (n->op == DJ_CAST)
    {
      const dj_node *m = dj_at (A, n->a);
      if ((m->lo < dj_type_lo (n->ty) || m->hi > dj_type_hi (n->ty))
	  && (n->ty.bits < low || m->ty.bits < low))
	return 0;
      r = n->a;
      n = m;
    }
  return n->op == DJ_SYM ? r : 0;
}

/* Records that S is a multiple of D, which may be an expression.  BOTH: this holds for both
   accesses; otherwise S is replaced only if it has one value in the launch.  */
static void
note_divisible (struct facts *f, px_dj_ref s, px_dj_ref d, bool both)
{
  if (!both && !of_launch (f->A, s))
    return;
  px_dj *A = f->A;
  const dj_node n = *dj_at (A, s);
  struct px_dj_sym k = px_dj_sym ();
  int64_t was;
  dj_wide lo = n.lo, hi = n.hi;
  int64_t by = 0;
  int i = 0;
  while (i < f->sym.n && f->sym.e[i] != s)
    i++;
  if (dj_is_const (A, d, &by))
    {
      dj_wide c = dj_value (dj_at (A, d)->ty, by);
      if (c < 0)
	c = -c;
      if (c < 2 || c > INT32_MAX
	  || (i < f->sym.n && !dj_is_const (A, dj_at (A, f->to.e[i])->b, &was)))
	return;
      if (i < f->sym.n)
	{
	  c = c / dj_gcd (c, was) * was;
	  if (c > INT32_MAX || c == was)
	    return;
	}
      if (c > dj_type_hi (n.ty))
	return;
      by = (int64_t) c;
      lo /= c;
      hi /= c;
    }
  else
    {
      /* A variable divisor must have the signed type of S: the product is then S and does not
	 overflow.  */
      const dj_node m = *dj_at (A, d);
      if (i < f->sym.n || n.ty.wraps || m.ty.wraps || m.ty.bits != n.ty.bits || !of_launch (A, d))
	return;
      dj_wide most = hi > -lo ? hi : -lo;
      hi = most > dj_type_hi (n.ty) ? dj_type_hi (n.ty) : most;
      lo = -hi;
    }
  if (hi > INT64_MAX || lo < INT64_MIN)
    return;
  k.name = "multiple";
  k.type = n.ty;
  /* Where overflow is undefined the product already limits its factor.  Further limits would
     only cost the linear procedure products.  */
  k.bounded = n.ty.wraps;
  k.lo = (int64_t) lo;
  k.hi = (int64_t) hi;
  k.persp = dj_var_of (A, s)->persp;
  k.loop = dj_var_of (A, s)->loop;
  px_dj_ref times = dj_is_const (A, d, &was) ? px_dj_const (A, n.ty, by) : d;
  px_dj_ref p = px_dj_bin (A, DJ_MUL, px_dj_sym_new (A, &k), times);
  if (dj_at (A, p)->op != DJ_MUL)
    return;
  if (i == f->sym.n)
    {
      dj_push (&f->sym, s);
      dj_push (&f->to, p);
    }
  else
    f->to.e[i] = p;
}

/* Records that S, a symbol whose arithmetic wraps around, is at most HI: only a range keeps it from
   that.  BOTH: as for note_divisible.  */
static void
note_most (struct facts *f, px_dj_ref s, dj_wide hi, bool both)
{
  px_dj *A = f->A;
  int i = 0;
  while (i < f->wide.n && f->wide.e[i] != s)
    i++;
  const dj_node n = *dj_at (A, i < f->wide.n ? f->narrow.e[i] : s);
  if ((!both && !of_launch (A, s)) || !n.ty.wraps || hi >= n.hi || hi < n.lo || hi > INT64_MAX
      || n.lo < INT64_MIN)
    return;
  const dj_var v = *dj_var_of (A, s);
  struct px_dj_sym k
    = { v.name, n.ty, true, (int64_t) n.lo, (int64_t) hi, v.persp, v.loop, v.free };
  px_dj_ref r = px_dj_sym_new (A, &k);
  if (i < f->wide.n)
    f->narrow.e[i] = r;
  else
    {
      dj_push (&f->wide, s);
      dj_push (&f->narrow, r);
    }
}

/* Searches condition R, which is true iff HOLDS, for divisibility and for upper limits.  BOTH: it holds
   for both accesses.  */
static void
note_limits (struct facts *f, px_dj_ref r, bool holds, bool both)
{
  px_dj *A = f->A;
  dj_node n = *dj_at (A, r);
  int64_t v;
  if (n.op == DJ_LNOT)
    {
      note_limits (f, n.a, !holds, both);
      return;
    }
  if ((n.op == DJ_LAND && holds) || (n.op == DJ_LOR && !holds))
    {
      note_limits (f, n.a, holds, both);
      note_limits (f, n.b, holds, both);
      return;
    }
  if (n.op == DJ_LE || n.op == DJ_LT)
    {
      /* s <= v, or not v < s.  */
      px_dj_ref most = holds ? n.b : n.a, s = symbol_of (A, holds ? n.a : n.b, 65);
      if (s && dj_is_const (A, most, &v))
	note_most (f, s, dj_value (dj_at (A, most)->ty, v) - ((n.op == DJ_LT) == holds), both);
      return;
    }
  if (n.op != (holds ? DJ_EQ : DJ_NE))
    return;
  if (dj_is_const (A, n.a, &v))
    {
      px_dj_ref t = n.a;
      n.a = n.b;
      n.b = t;
    }
  if (!dj_is_const (A, n.b, &v) || v)
    return;
  const dj_node rest = *dj_at (A, px_dj_uncast (A, n.a));
  px_dj_ref s = 0;
  if (rest.op == DJ_MOD && (s = symbol_of (A, rest.a, 65))
      && (dj_is_const (A, rest.b, &v) || of_launch (A, rest.b)))
    note_divisible (f, s, px_dj_uncast (A, rest.b), both);
  else if (rest.op == DJ_AND && dj_is_const (A, rest.b, &v) && v > 0 && v < INT32_MAX
	   && !(v & (v + 1)) && (s = symbol_of (A, rest.a, 64 - __builtin_clzll (v))))
    note_divisible (f, s, px_dj_const (A, dj_i64, v + 1), both);
}

static void
gather_conditions (struct facts *f, const px_dj_ref *e, int n, const px_dj_access *other)
{
  for (int i = 0; i < n; i++)
    if (!dj_among (e[i], f->all.e, f->all.n))
      {
	dj_push (&f->all, e[i]);
	note_limits (f, e[i], true,
		     !other || dj_among (e[i], other->fact, other->n_facts)
		       || dj_among (e[i], other->guard, other->n_guards));
      }
}

static px_dj_ref
replace_symbols (struct facts *f, px_dj_ref r)
{
  px_dj *A = f->A;
  if (!r)
    return 0;
  while (f->memo.n <= (int) r)
    dj_push (&f->memo, (px_dj_ref) 0);
  if (f->memo.e[r])
    return f->memo.e[r];
  f->memo.e[r] = r;
  const dj_node n = *dj_at (A, r);
  px_dj_ref s = r;
  if (n.op == DJ_SYM)
    {
      for (int i = 0; i < f->wide.n; i++)
	if (f->wide.e[i] == r)
	  s = f->narrow.e[i];
      for (int i = 0; i < f->sym.n; i++)
	if (f->sym.e[i] == r)
	  s = f->to.e[i];
    }
  else if (n.op == DJ_CTR)
    {
      const dj_var v = *dj_var_of (A, r);
      struct px_dj_ctr c = { v.name,
			     replace_symbols (f, v.start),
			     replace_symbols (f, v.step),
			     replace_symbols (f, v.bound),
			     v.test,
			     v.every,
			     v.persp,
			     v.loop };
      if (c.start != v.start || c.step != v.step || c.bound != v.bound)
	s = px_dj_ctr_new (A, &c);
    }
  else if (dj_arity[n.op])
    s = dj_rebuild (A, r, replace_symbols (f, n.a), replace_symbols (f, n.b),
		    replace_symbols (f, n.c));
  return f->memo.e[r] = s;
}

/* Returns true if a leaf of R is marked in SEEN.  */
static bool
uses_marked (const px_dj *A, px_dj_ref r, const dj_vec<bool> *seen)
{
  const dj_node *n = dj_at (A, r);
  if (n->op == DJ_SYM || n->op == DJ_CTR || n->op == DJ_POW2 || n->op == DJ_THREAD
      || n->op == DJ_BLOCK || n->op == DJ_NTHREADS || n->op == DJ_NBLOCKS)
    return (int) r < seen->n && seen->e[r];
  px_dj_ref k[3] = { n->a, n->b, n->c };
  for (int i = 0; i < dj_arity[n->op]; i++)
    if (uses_marked (A, k[i], seen))
      return true;
  return false;
}

static void
mark_leaves (const px_dj *A, px_dj_ref r, dj_vec<bool> *seen)
{
  while (seen->n < A->node.n)
    dj_push (seen, false);
  if (!r || seen->e[r])
    return;
  seen->e[r] = true;
  const dj_node *n = dj_at (A, r);
  px_dj_ref k[3] = { n->a, n->b, n->c };
  if (n->op == DJ_CTR)
    {
      k[0] = dj_var_of (A, r)->start;
      k[1] = dj_var_of (A, r)->step;
      k[2] = dj_var_of (A, r)->bound;
    }
  for (int i = 0; i < 3; i++)
    if (n->op == DJ_CTR || i < dj_arity[n->op])
      mark_leaves (A, k[i], seen);
}

/* Returns true if trial K uses fact I of N: trial 0 uses all, the next N one each, the rest all
   but one.  */
static bool
fact_chosen (int k, int i, int n)
{
  return !k || (k <= n ? i == k - 1 : i != k - 1 - n);
}

static int
number_of_trials (int n)
{
  return n < 2 ? 1 : n == 2 ? 3 : 1 + 2 * (n > MOST_TRIED ? MOST_TRIED : n);
}

/* Returns access A of side K for a trial.  Its conditions are those that hold where it runs,
   and those about the launch that hold for either access, with symbols replaced.  */
static px_dj_access
access_in_trial (struct facts *f, int k, const px_dj_access *a, int trial)
{
  px_dj_access b = *a;
  px_dj *A = f->A;
  f->guard[k].n = f->ctr[k].n = 0;
  b.offset = replace_symbols (f, a->offset);
  for (int i = 0; i < f->all.n; i++)
    {
      px_dj_ref r = f->all.e[i], s = replace_symbols (f, r);
      int64_t v;
      if (dj_is_const (A, s, &v) && v)
	continue;
      if (i < f->n_facts ? fact_chosen (trial, i, f->n_facts)
			     && (of_launch (A, r) || dj_among (r, a->fact, a->n_facts))
			 : dj_among (r, a->guard, a->n_guards) || of_launch (A, r))
	dj_push (&f->guard[k], s);
    }
  for (int i = 0; i < a->n_ctrs; i++)
    dj_push (&f->ctr[k], replace_symbols (f, a->ctr[i]));
  b.guard = f->guard[k].e;
  b.n_guards = f->guard[k].n;
  b.ctr = f->ctr[k].e;
  b.n_ctrs = f->ctr[k].n;
  return b;
}

/* Returns access A of side K with its facts about less than the whole launch as conditions.  */
static px_dj_access
guarded (struct facts *f, int k, const px_dj_access *a)
{
  px_dj_access b = *a;
  for (int i = 0; i < a->n_facts; i++)
    if (!of_launch (f->A, a->fact[i]))
      dj_push (&f->guard[k], a->fact[i]);
  if (!f->guard[k].n)
    return b;
  for (int i = 0; i < a->n_guards; i++)
    dj_push (&f->guard[k], a->guard[i]);
  b.guard = f->guard[k].e;
  b.n_guards = f->guard[k].n;
  return b;
}

namespace
{
/* The accesses of a question: one or two.  */
struct pair
{
  struct facts f, early;
  px_dj_access a, b;
  const px_dj_access *pa, *pb;
  int nodes, vars;
};
}

static void
open_question (struct pair *p, px_dj *A, const px_dj_access *a, const px_dj_access *b)
{
  *p = pair ();
  p->nodes = A->node.n;
  p->vars = A->var.n;
  p->f.A = p->early.A = A;
  p->a = guarded (&p->early, 0, a);
  p->pa = p->pb = &p->a;
  if (b == a)
    return;
  p->b = guarded (&p->early, 1, b);
  p->pb = &p->b;
}

/* Collects the facts and returns the number of trials; 0: nothing new is known.  */
static int
collect_facts (struct pair *p, const px_dj_access *a, const px_dj_access *b)
{
  struct facts *f = &p->f;
  const px_dj_access *const acc[2] = { a, b };
  dj_vec<bool> seen = dj_vec<bool> ();
  for (int i = 0; i < 2; i++)
    mark_leaves (f->A, acc[i]->offset, &seen);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < acc[i]->n_facts; j++)
      if (uses_marked (f->A, acc[i]->fact[j], &seen))
	gather_conditions (f, &acc[i]->fact[j], 1, acc[!i]);
  f->n_facts = f->all.n;
  for (int i = 0; i < 2; i++)
    gather_conditions (f, acc[i]->guard, acc[i]->n_guards, acc[!i]);
  dj_drop (&seen);
  return f->sym.n || f->wide.n || f->n_facts ? number_of_trials (f->n_facts) : 0;
}

static void
begin_trial (struct pair *p, const px_dj_access *a, const px_dj_access *b, int trial)
{
  p->a = access_in_trial (&p->f, 0, a, trial);
  if (b != a)
    p->b = access_in_trial (&p->f, 1, b, trial);
}

static void
close_question (struct pair *p)
{
  dj_forget (p->f.A, p->nodes, p->vars);
  facts_drop (&p->f);
  facts_drop (&p->early);
}

void
px_dj_r1 (px_dj *A, const struct px_dj_relation *rel, const px_dj_access *a, const px_dj_access *b,
	  struct px_dj_result *r)
{
  struct px_dj_result s;
  struct pair p;
  open_question (&p, A, a, b);
  dj_r1 (A, rel, p.pa, p.pb, r);
  int n = r->verdict == DJ_UNDECIDED ? collect_facts (&p, a, b) : 0;
  for (int k = 0; k < n && r->verdict == DJ_UNDECIDED; k++)
    {
      begin_trial (&p, a, b, k);
      dj_r1 (A, rel, p.pa, p.pb, &s);
      if (s.verdict == DJ_PROVED)
	{
	  *r = s;
	  r->by_facts = p.f.n_facts;
	}
    }
  close_question (&p);
}

/* px_dj_narrow of just these accesses.  */
static int
narrow_these (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent,
	      const px_dj_access *c, const struct px_dj_scope *chain, int n, struct px_dj_result *r)
{
  struct px_dj_result s;
  struct pair p;
  bool fresh;
  int number = dj_edge_number (A, e, parent, c, chain, n, &fresh);
  if (!fresh)
    return dj_edge_recall (A, number, r);
  open_question (&p, A, parent, c);
  int i = dj_narrow (A, e, p.pa, p.pb, chain, n, r);
  int m = i > 0 && r->verdict != DJ_SHOWN ? collect_facts (&p, parent, c) : 0;
  for (int k = 0; k < m && i > 0; k++)
    {
      begin_trial (&p, parent, c, k);
      int j = dj_narrow (A, e, p.pa, p.pb, chain, n, &s);
      if (j < i)
	{
	  i = j;
	  *r = s;
	  r->verdict = DJ_PROVED;
	}
    }
  close_question (&p);
  dj_edge_remember (A, number, i, r);
  return i;
}

enum
{
  VECTOR = 16 /* bytes: the largest that a thread accesses at a time (9.7.9.8) */
};

/* Sets *V to the whole vector in which A is a part.  Returns true if it is one after the first.  */
static bool
vector_of (px_dj *A, const px_dj_access *a, px_dj_access *v)
{
  const dj_node n = *dj_at (A, a->offset);
  int64_t k = 0;
  *v = *a;
  if (n.op != DJ_ADD || !dj_is_const (A, n.b, &k) || k < 0)
    k = 0;
  if (k % VECTOR + a->width > VECTOR)
    return false;
  v->width = VECTOR;
  if (k % VECTOR)
    v->offset = px_dj_bin (A, DJ_ADD, n.a, px_dj_const (A, n.ty, k - k % VECTOR));
  return k % VECTOR;
}

/* The parts of vectors are accessed one by one, and mostly whole vectors are apart: then one question is
   enough for all pairs of parts.  */
int
px_dj_narrow (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent,
	      const px_dj_access *c, const struct px_dj_scope *chain, int n, struct px_dj_result *r)
{
  px_dj_access p, q;
  bool parts = vector_of (A, parent, &p);
  parts |= vector_of (A, c, &q);
  if (parts && narrow_these (A, e, &p, parent == c ? &p : &q, chain, n, r) == 0)
    return 0;
  return narrow_these (A, e, parent, c, chain, n, r);
}

/* ---- the launch ---- */

static px_dj_ref
uncast_wide (const px_dj *A, px_dj_ref r)
{
  while (dj_at (A, r)->op == DJ_CAST && dj_at (A, r)->ty.bits >= 32)
    r = dj_at (A, r)->a;
  return r;
}

/* Returns true if R is the launch's number of blocks, or *THREADS of threads.  Both are from 1 to
   2^31 - 1 (rule L1), so they are the same in all types of at least 32 bits.  */
static bool
launch_number (const px_dj *A, px_dj_ref r, bool *threads)
{
  int64_t T;
  const dj_node *n = dj_at (A, uncast_wide (A, r));
  *threads = n->op == DJ_MUL;
  if (n->op == DJ_NBLOCKS)
    return true;
  if (n->op != DJ_MUL || n->ty.bits < 32 || !A->launch.limit)
    return false;
  px_dj_ref x = uncast_wide (A, n->a), y = uncast_wide (A, n->b);
  if (dj_at (A, x)->op != DJ_NBLOCKS)
    {
      px_dj_ref z = x;
      x = y;
      y = z;
    }
  return dj_at (A, x)->op == DJ_NBLOCKS
	 && (dj_at (A, y)->op == DJ_NTHREADS || (dj_is_const (A, y, &T) && T == A->launch.threads));
}

static void
launch_fact (px_dj *A, px_dj_ref fact)
{
  struct px_dj_launch *l = &A->launch;
  const dj_node n = *dj_at (A, fact);
  px_dj_ref number = n.a, limit = n.b;
  bool threads;
  int64_t c;
  if (n.op == DJ_LAND)
    {
      launch_fact (A, n.a);
      launch_fact (A, n.b);
      return;
    }
  if (n.op == DJ_EQ && dj_is_const (A, number, &c))
    {
      number = n.b;
      limit = n.a;
    }
  if ((n.op != DJ_EQ && n.op != DJ_LT && n.op != DJ_LE) || !launch_number (A, number, &threads)
      || !dj_is_const (A, limit, &c))
    return;
  dj_wide most = dj_value (dj_at (A, limit)->ty, c) - (n.op == DJ_LT);
  int unit = !threads ? 1 : l->threads ? l->threads : l->min_threads;
  /* A fact that never holds says nothing that is of use.  */
  if (most / unit < l->min_blocks || most > INT32_MAX)
    return;
  if (!l->max_blocks || most / unit < l->max_blocks)
    l->max_blocks = (int) (most / unit);
  if (n.op != DJ_EQ)
    return;
  int each = l->max_blocks == l->min_blocks ? (int) (most / l->min_blocks) : 0;
  if ((!threads || l->threads) && most % ((dj_wide) unit * l->min_blocks) == 0)
    l->min_blocks = (int) (most / unit);
  else if (threads && !l->threads && each && each <= 1024 && most % l->min_blocks == 0
	   && each % l->min_threads == 0)
    l->threads = l->min_threads = each;
}

void
px_dj_launch_facts (px_dj *A, const px_dj_ref *fact, int n)
{
  /* Twice: with the number of blocks that of threads is known.  */
  for (int i = 0; i < 2 * n; i++)
    launch_fact (A, fact[i % n]);
}

bool
px_dj_prove (px_dj *A, const px_dj_ref *fact, int n, px_dj_ref claim)
{
  if (dj_prove (A, fact, n, claim))
    return true;
  struct facts f = facts ();
  int nodes = A->node.n, vars = A->var.n;
  bool ok = false;
  f.A = A;
  gather_conditions (&f, fact, n, NULL);
  if (f.sym.n || f.wide.n)
    {
      for (int i = 0; i < n; i++)
	dj_push (&f.guard[0], replace_symbols (&f, fact[i]));
      ok = dj_prove (A, f.guard[0].e, f.guard[0].n, replace_symbols (&f, claim));
    }
  dj_forget (A, nodes, vars);
  facts_drop (&f);
  return ok;
}
