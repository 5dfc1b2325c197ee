/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about a launch, for the questions of value/disjoint.h.

   A question that is not decided by what the code says is asked again, with the facts that its
   accesses rest on as conditions, and with each symbol of which they or the conditions say S % d == 0 replaced by d times a new one: neither procedure draws that
   conclusion from the condition, as the one knows no symbols and the other no integers.

   More conditions make more products for the linear procedure, and it gives up: facts without
   a symbol of the offsets are left out, and if all do not decide, each is tried alone, and all
   but one.

   Only proofs count of what is answered then.  That an overlap is there in every launch is
   shown without the facts; those about a single thread (px_assume) are conditions always,
   since the overlap must not need a thread of which they say that there is none.  */

#include "value/disjoint-int.h"

enum
{
  MOST_TRIED = 6
}; /* facts that are tried alone or left out */

namespace
{
struct facts
{
  px_dj *A;
  dj_vec<px_dj_ref> all;     /* in order, without doubles: facts, then conditions */
  int n_facts;		     /* of them */
  dj_vec<px_dj_ref> sym, to; /* what a symbol is replaced by */
  dj_vec<px_dj_ref> memo;    /* by node, 0: not yet */
  dj_vec<px_dj_ref> guard[2], ctr[2];
};
}

static void
drop (struct facts *f)
{
  dj_drop (&f->all);
  dj_drop (&f->sym);
  dj_drop (&f->to);
  dj_drop (&f->memo);
  for (int i = 0; i < 2; i++)
    {
      dj_drop (&f->guard[i]);
      dj_drop (&f->ctr[i]);
    }
}

static bool
among (px_dj_ref r, const px_dj_ref *e, int n)
{
  for (int i = 0; i < n; i++)
    if (e[i] == r)
      return true;
  return false;
}

/* Has r one value in a launch, whoever asks?  */
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

/* The symbol that r is: casts that keep its value, or but its low bits if LOW, left aside.
   0: it is none.  */
static px_dj_ref
symbol (const px_dj *A, px_dj_ref r, int low)
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

static dj_wide
gcd (dj_wide a, dj_wide b)
{
  while (b)
    {
      dj_wide t = a % b;
      a = b;
      b = t;
    }
  return a;
}

/* S is a multiple of D, which may be an expression of the launch; of one unit's S that is not
   said.  */
static void
divisible (struct facts *f, px_dj_ref s, px_dj_ref d, bool both)
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
	  c = c / gcd (c, was) * was;
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
      /* of a signed type of S's, in which the product is S and does not overflow */
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
  /* Where overflow is undefined the product says enough, and limits cost the linear procedure
     products.  */
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

/* Condition r holds: of both accesses, or of one.  */
static void
look (struct facts *f, px_dj_ref r, bool holds, bool both)
{
  px_dj *A = f->A;
  dj_node n = *dj_at (A, r);
  int64_t v;
  if (n.op == DJ_LNOT)
    {
      look (f, n.a, !holds, both);
      return;
    }
  if ((n.op == DJ_LAND && holds) || (n.op == DJ_LOR && !holds))
    {
      look (f, n.a, holds, both);
      look (f, n.b, holds, both);
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
  if (rest.op == DJ_MOD && (s = symbol (A, rest.a, 65))
      && (dj_is_const (A, rest.b, &v) || of_launch (A, rest.b)))
    divisible (f, s, px_dj_uncast (A, rest.b), both);
  else if (rest.op == DJ_AND && dj_is_const (A, rest.b, &v) && v > 0 && v < INT32_MAX
	   && !(v & (v + 1)) && (s = symbol (A, rest.a, 64 - __builtin_clzll (v))))
    divisible (f, s, px_dj_const (A, dj_i64, v + 1), both);
}

static void
gather (struct facts *f, const px_dj_ref *e, int n, const px_dj_access *other)
{
  for (int i = 0; i < n; i++)
    if (!among (e[i], f->all.e, f->all.n))
      {
	dj_push (&f->all, e[i]);
	look (f, e[i], true,
	      !other || among (e[i], other->fact, other->n_facts)
		|| among (e[i], other->guard, other->n_guards));
      }
}

static px_dj_ref
replace (struct facts *f, px_dj_ref r)
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
      for (int i = 0; i < f->sym.n; i++)
	if (f->sym.e[i] == r)
	  s = f->to.e[i];
    }
  else if (n.op == DJ_CTR)
    {
      const dj_var v = *dj_var_of (A, r);
      struct px_dj_ctr c = { v.name,
			     replace (f, v.start),
			     replace (f, v.step),
			     replace (f, v.bound),
			     v.test,
			     v.every,
			     v.persp,
			     v.loop };
      if (c.start != v.start || c.step != v.step || c.bound != v.bound)
	s = px_dj_ctr_new (A, &c);
    }
  else if (dj_arity[n.op])
    s = dj_rebuild (A, r, replace (f, n.a), replace (f, n.b), replace (f, n.c));
  return f->memo.e[r] = s;
}

/* Are the symbols of r, and those that loops bring in, marked in seen?  */
static bool
shares (const px_dj *A, px_dj_ref r, const dj_vec<bool> *seen)
{
  const dj_node *n = dj_at (A, r);
  if (n->op == DJ_SYM || n->op == DJ_CTR || n->op == DJ_POW2 || n->op == DJ_THREAD
      || n->op == DJ_BLOCK || n->op == DJ_NTHREADS || n->op == DJ_NBLOCKS)
    return (int) r < seen->n && seen->e[r];
  px_dj_ref k[3] = { n->a, n->b, n->c };
  for (int i = 0; i < dj_arity[n->op]; i++)
    if (shares (A, k[i], seen))
      return true;
  return false;
}

static void
see (const px_dj *A, px_dj_ref r, dj_vec<bool> *seen)
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
      see (A, k[i], seen);
}

/* Fact i of those chosen, of which there are n, in trial k: all; one alone; all but one.  */
static bool
chosen (int k, int i, int n)
{
  return !k || (k <= n ? i == k - 1 : i != k - 1 - n);
}

static int
trials (int n)
{
  return n < 2 ? 1 : n == 2 ? 3 : 1 + 2 * (n > MOST_TRIED ? MOST_TRIED : n);
}

/* Access a, side k, in a trial: what holds where it runs, and of the launch whatever holds for
   either, are its conditions, with symbols replaced.  */
static px_dj_access
known (struct facts *f, int k, const px_dj_access *a, int trial)
{
  px_dj_access b = *a;
  px_dj *A = f->A;
  f->guard[k].n = f->ctr[k].n = 0;
  b.offset = replace (f, a->offset);
  for (int i = 0; i < f->all.n; i++)
    {
      px_dj_ref r = f->all.e[i], s = replace (f, r);
      int64_t v;
      if (dj_is_const (A, s, &v) && v)
	continue;
      if (i < f->n_facts
	    ? chosen (trial, i, f->n_facts) && (of_launch (A, r) || among (r, a->fact, a->n_facts))
	    : among (r, a->guard, a->n_guards) || of_launch (A, r))
	dj_push (&f->guard[k], s);
    }
  for (int i = 0; i < a->n_ctrs; i++)
    dj_push (&f->ctr[k], replace (f, a->ctr[i]));
  b.guard = f->guard[k].e;
  b.n_guards = f->guard[k].n;
  b.ctr = f->ctr[k].e;
  b.n_ctrs = f->ctr[k].n;
  return b;
}

/* Access a, side k: its facts about less than the launch are conditions.  */
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
/* Two accesses, or one twice, as both questions have them.  */
struct pair
{
  struct facts f, early;
  px_dj_access a, b;
  const px_dj_access *pa, *pb;
  int nodes, vars;
};
}

static void
first (struct pair *p, px_dj *A, const px_dj_access *a, const px_dj_access *b)
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

/* How many trials there are; 0: nothing more is known than was.  */
static int
more (struct pair *p, const px_dj_access *a, const px_dj_access *b)
{
  struct facts *f = &p->f;
  const px_dj_access *const acc[2] = { a, b };
  dj_vec<bool> seen = dj_vec<bool> ();
  for (int i = 0; i < 2; i++)
    see (f->A, acc[i]->offset, &seen);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < acc[i]->n_facts; j++)
      if (shares (f->A, acc[i]->fact[j], &seen))
	gather (f, &acc[i]->fact[j], 1, acc[!i]);
  f->n_facts = f->all.n;
  for (int i = 0; i < 2; i++)
    gather (f, acc[i]->guard, acc[i]->n_guards, acc[!i]);
  dj_drop (&seen);
  return f->sym.n || f->n_facts ? trials (f->n_facts) : 0;
}

static void
attempt (struct pair *p, const px_dj_access *a, const px_dj_access *b, int trial)
{
  p->a = known (&p->f, 0, a, trial);
  if (b != a)
    p->b = known (&p->f, 1, b, trial);
}

static void
last (struct pair *p)
{
  dj_forget (p->f.A, p->nodes, p->vars);
  drop (&p->f);
  drop (&p->early);
}

void
px_dj_r1 (px_dj *A, const struct px_dj_relation *rel, const px_dj_access *a, const px_dj_access *b,
	  struct px_dj_result *r)
{
  struct px_dj_result s;
  struct pair p;
  first (&p, A, a, b);
  dj_r1 (A, rel, p.pa, p.pb, r);
  int n = r->verdict == DJ_UNDECIDED ? more (&p, a, b) : 0;
  for (int k = 0; k < n && r->verdict == DJ_UNDECIDED; k++)
    {
      attempt (&p, a, b, k);
      dj_r1 (A, rel, p.pa, p.pb, &s);
      if (s.verdict == DJ_PROVED)
	{
	  *r = s;
	  r->by_facts = p.f.n_facts;
	}
    }
  last (&p);
}

int
px_dj_narrow (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent,
	      const px_dj_access *c, const struct px_dj_scope *chain, int n, struct px_dj_result *r)
{
  struct px_dj_result s;
  struct pair p;
  first (&p, A, parent, c);
  int i = dj_narrow (A, e, p.pa, p.pb, chain, n, r);
  int m = i > 0 && r->verdict != DJ_SHOWN ? more (&p, parent, c) : 0;
  for (int k = 0; k < m && i > 0; k++)
    {
      attempt (&p, parent, c, k);
      int j = dj_narrow (A, e, p.pa, p.pb, chain, n, &s);
      if (j < i)
	{
	  i = j;
	  *r = s;
	  r->verdict = DJ_PROVED;
	}
    }
  last (&p);
  return i;
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
  gather (&f, fact, n, NULL);
  if (f.sym.n)
    {
      for (int i = 0; i < n; i++)
	dj_push (&f.guard[0], replace (&f, fact[i]));
      ok = dj_prove (A, f.guard[0].e, f.guard[0].n, replace (&f, claim));
    }
  dj_forget (A, nodes, vars);
  drop (&f);
  return ok;
}
