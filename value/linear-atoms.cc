/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, step 5: atoms, their bounds and the facts about them.

   An atom denotes a value; its key identifies the value, so equal values have one atom.  A fact
   p >= 0 about one atom becomes a bound of it; other facts are kept in x->cons.  Both are
   closed under integer rounding (step 7).  */

#include "value/linear.h"

void
dj_linear_key_int (struct key *k, int64_t v)
{
  dj_push (&k->v, v);
}

void
dj_linear_key_poly (struct key *k, poly p)
{
  dj_linear_key_int (k, p.n);
  for (int i = 0; i < p.n; i++)
    {
      dj_linear_key_int (k, p.t[i].mon);
      dj_linear_key_int (k, (int64_t) p.t[i].c);
      dj_linear_key_int (k, (int64_t) (p.t[i].c >> 64));
    }
}

static int
poly_sides (struct ctx *x, poly p)
{
  int s = 0;
  for (int i = 0; i < p.n; i++)
    {
      const mono *m = &x->mono_tab.e[p.t[i].mon];
      for (int j = 0; j < m->n; j++)
	s |= x->atom_tab.e[m->atom[j]].side;
    }
  return s;
}

/* Adds the polynomial with stems instead of atoms: equal for both sides' versions of one value.  */
static void
key_stems (struct ctx *x, struct key *k, poly p)
{
  dj_linear_key_int (k, p.n);
  /* The order of terms may differ between the sides, so sum a hash of each term.  */
  uint64_t sum = 0;
  for (int i = 0; i < p.n; i++)
    {
      const mono *m = &x->mono_tab.e[p.t[i].mon];
      uint64_t h = (uint64_t) p.t[i].c * 0x9e3779b97f4a7c15u + m->n, prod = 1;
      for (int j = 0; j < m->n; j++)
	prod *= (uint64_t) x->atom_tab.e[m->atom[j]].stem * 2 + 3;
      h = (h ^ h >> 29 ^ prod) * 0xff51afd7ed558ccdu;
      sum += h ^ h >> 32;
    }
  dj_linear_key_int (k, (int64_t) sum);
}

/* Returns the atom whose key and stem are being made.  A new one gets these bounds.  */
static int
atom_of (struct ctx *x, int side, enum atom_kind kind, dj_bounds b, bool *fresh)
{
  bool f;
  int i = dj_linear_intern (&x->atoms, &x->key, fresh);
  if (*fresh)
    {
      atom a = { b, side, 0, kind };
      x->too_many |= x->atom_tab.n >= MAX_ATOMS;
      a.stem = dj_linear_intern (&x->stems, &x->stem, &f);
      dj_push (&x->atom_tab, a);
    }
  return i;
}

dj_bounds
dj_linear_within (dj_wide lo, dj_wide hi)
{
  dj_bounds b = { true, true, lo, hi };
  return b;
}

int
dj_linear_node_atom (struct ctx *x, enum tag tag, px_dj_ref r, int side, enum atom_kind kind,
		     dj_bounds b, bool *fresh)
{
  x->key.v.n = x->stem.v.n = 0;
  dj_linear_key_int (&x->key, tag);
  dj_linear_key_int (&x->key, r);
  dj_linear_key_int (&x->key, side);
  dj_linear_key_int (&x->stem, tag);
  dj_linear_key_int (&x->stem, r);
  return atom_of (x, side, kind, b, fresh);
}

int
dj_linear_poly_atom (struct ctx *x, enum tag tag, int64_t how, poly p, poly d, enum atom_kind kind,
		     dj_bounds b, bool *fresh)
{
  x->key.v.n = x->stem.v.n = 0;
  dj_linear_key_int (&x->key, tag);
  dj_linear_key_int (&x->key, how);
  dj_linear_key_poly (&x->key, p);
  dj_linear_key_poly (&x->key, d);
  dj_linear_key_int (&x->stem, tag);
  dj_linear_key_int (&x->stem, how);
  key_stems (x, &x->stem, p);
  key_stems (x, &x->stem, d);
  return atom_of (x, poly_sides (x, p) | poly_sides (x, d), kind, b, fresh);
}

/* The product of two intervals.  An unknown end is used for its sign only.  */
static dj_bounds
range_product (dj_bounds a, dj_bounds b)
{
  dj_bounds r = { false, false, 0, 0 };
  if (a.has_lo && a.has_hi && b.has_lo && b.has_hi)
    {
      dj_wide v[4];
      if (__builtin_mul_overflow (a.lo, b.lo, &v[0]) || __builtin_mul_overflow (a.lo, b.hi, &v[1])
	  || __builtin_mul_overflow (a.hi, b.lo, &v[2])
	  || __builtin_mul_overflow (a.hi, b.hi, &v[3]))
	return r;
      r.has_lo = r.has_hi = true;
      r.lo = r.hi = v[0];
      for (int i = 1; i < 4; i++)
	{
	  r.lo = v[i] < r.lo ? v[i] : r.lo;
	  r.hi = v[i] > r.hi ? v[i] : r.hi;
	}
    }
  else if (a.has_lo && b.has_lo && a.lo >= 0 && b.lo >= 0
	   && !__builtin_mul_overflow (a.lo, b.lo, &r.lo))
    r.has_lo = true;
  if (r.has_lo && dj_linear_large (r.lo))
    r.has_lo = false;
  if (r.has_hi && dj_linear_large (r.hi))
    r.has_hi = false;
  return r;
}

dj_bounds
dj_mono_range (struct ctx *x, int m)
{
  dj_bounds r = dj_linear_within (1, 1);
  const mono *p = &x->mono_tab.e[m];
  for (int i = 0; i < p->n; i++)
    r = i ? range_product (r, x->atom_tab.e[p->atom[i]].b) : x->atom_tab.e[p->atom[i]].b;
  return r;
}

dj_bounds
dj_poly_range (struct ctx *x, poly p)
{
  dj_bounds r = dj_linear_within (0, 0);
  for (int i = 0; i < p.n; i++)
    {
      dj_bounds b
	= range_product (dj_mono_range (x, p.t[i].mon), dj_linear_within (p.t[i].c, p.t[i].c));
      if (!p.t[i].mon)
	b = dj_linear_within (p.t[i].c, p.t[i].c);
      else if (p.t[i].c != 1 && !(b.has_lo && b.has_hi))
	{
	  /* Only one end is known: times () handles that for positive coefficients.  */
	  dj_bounds m = dj_mono_range (x, p.t[i].mon);
	  dj_wide k = p.t[i].c, v;
	  b.has_lo = b.has_hi = false;
	  if (m.has_lo && !__builtin_mul_overflow (m.lo, k, &v) && !dj_linear_large (v))
	    {
	      (k > 0 ? b.has_lo : b.has_hi) = true;
	      (k > 0 ? b.lo : b.hi) = v;
	    }
	  if (m.has_hi && !__builtin_mul_overflow (m.hi, k, &v) && !dj_linear_large (v))
	    {
	      (k > 0 ? b.has_hi : b.has_lo) = true;
	      (k > 0 ? b.hi : b.lo) = v;
	    }
	}
      r.has_lo &= b.has_lo;
      r.has_hi &= b.has_hi;
      r.lo += b.lo;
      r.hi += b.hi;
    }
  return r;
}

bool
dj_poly_same (poly p, poly q)
{
  if (p.n != q.n)
    return false;
  for (int i = 0; i < p.n; i++)
    if (p.t[i].mon != q.t[i].mon || p.t[i].c != q.t[i].c)
      return false;
  return true;
}

void
dj_linear_ge (struct ctx *x, poly p)
{
  dj_wide c;
  p = dj_poly_tight (x, p);
  if (dj_poly_is_con (p, &c))
    {
      if (c < 0)
	x->contradiction = true;
      return;
    }
  int vars = p.n - (p.t[0].mon == 0);
  const term *t = &p.t[p.n - 1];
  if (vars == 1 && x->mono_tab.e[t->mon].n == 1)
    {
      atom *a = &x->atom_tab.e[x->mono_tab.e[t->mon].atom[0]];
      dj_wide k = p.t[0].mon == 0 ? p.t[0].c : 0;
      /* The coefficient is ±1 here, since the fact has been tightened.  */
      if (t->c > 0 && (!a->b.has_lo || a->b.lo < -k))
	{
	  a->b.has_lo = true;
	  a->b.lo = -k;
	}
      if (t->c < 0 && (!a->b.has_hi || a->b.hi > k))
	{
	  a->b.has_hi = true;
	  a->b.hi = k;
	}
      if (a->b.has_lo && a->b.has_hi && a->b.lo > a->b.hi)
	x->contradiction = true;
      return;
    }
  for (int i = 0; i < x->cons.n; i++)
    if (dj_poly_same (x->cons.e[i], p))
      return;
  dj_push (&x->cons, p);
}

void
dj_linear_equal (struct ctx *x, poly p)
{
  dj_linear_ge (x, p);
  dj_linear_ge (x, dj_poly_scale (x, p, -1));
}

bool
dj_linear_implied (struct ctx *x, poly p)
{
  dj_wide c;
  dj_bounds b = dj_poly_range (x, p);
  if (b.has_lo && b.lo >= 0)
    return true;
  if (dj_poly_is_con (p, &c) || (b.has_hi && b.hi < 0) || x->proving)
    return false;
  bool fresh;
  x->key.v.n = 0;
  dj_linear_key_poly (&x->key, p);
  dj_linear_key_int (&x->key, x->cons.n);
  int i = dj_linear_intern (&x->proved, &x->key, &fresh);
  if (fresh)
    {
      poly neg = dj_poly_plus (x, dj_poly_scale (x, p, -1), -1);
      dj_push (&x->proof, (signed char) 0);
      x->proving = true;
      bool yes = dj_linear_unsat (x, &neg, 1, 0, NULL);
      x->proving = false;
      x->proof.e[i] = yes;
      /* Keep the fact if it bounds one atom.  */
      if (yes && p.n - (p.t[0].mon == 0) == 1)
	dj_linear_ge (x, p);
    }
  return x->proof.e[i];
}
