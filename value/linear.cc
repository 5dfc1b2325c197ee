/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refutation.  Expressions become integer polynomials over atoms (machine arithmetic modelled
   exactly: an operation that may wrap gets an atom for the multiple of 2^bits); conditions,
   ranges and the overlap itself become constraints p >= 0; products of facts are added and the
   monomials taken as variables of a linear program, with splits on the signs of what symbolic
   strides multiply.  */

#include "value/disjoint-int.h"

enum
{
  MAX_DEGREE = 6,
  MAX_ATOMS = 60000,
  MAX_TERMS = 200, /* of a polynomial */
  MAX_CLOSE = 80,  /* larger systems get no products */
  MAX_FACTS = 400, /* ... nor do products make them larger */
  DEPTH = 8,	   /* of splits */
  BRANCHES = 24,
  MAX_DISJUNCTS = 4
};

/* ---- interned byte strings: numbers in order of creation ---- */

namespace
{
struct strings
{
  dj_vec<char> bytes;
  struct entry
  {
    int at, len, next;
  };
  dj_vec<entry> e;
  int *bucket, n_buckets;
};
}

static int
intern (struct strings *s, const void *key, int len, bool *fresh)
{
  if (s->e.n >= s->n_buckets)
    {
      s->n_buckets = s->n_buckets ? s->n_buckets * 4 : 64;
      s->bucket = (int *) dj_realloc (s->bucket, s->n_buckets * sizeof (int));
      memset (s->bucket, -1, s->n_buckets * sizeof (int));
      int n = s->e.n;
      for (int i = 0; i < n; i++)
	{
	  uint32_t h = 2166136261u;
	  for (int k = 0; k < s->e.e[i].len; k++)
	    h = (h ^ (unsigned char) s->bytes.e[s->e.e[i].at + k]) * 16777619u;
	  s->e.e[i].next = s->bucket[h & (s->n_buckets - 1)];
	  s->bucket[h & (s->n_buckets - 1)] = i;
	}
    }
  const unsigned char *p = (const unsigned char *) key;
  uint32_t h = 2166136261u;
  for (int k = 0; k < len; k++)
    h = (h ^ p[k]) * 16777619u;
  h &= s->n_buckets - 1;
  for (int i = s->bucket[h]; i >= 0; i = s->e.e[i].next)
    if (s->e.e[i].len == len && (!len || !memcmp (s->bytes.e + s->e.e[i].at, key, len)))
      {
	*fresh = false;
	return i;
      }
  strings::entry x = { s->bytes.n, len, s->bucket[h] };
  for (int k = 0; k < len; k++)
    dj_push (&s->bytes, (char) p[k]);
  dj_push (&s->e, x);
  s->bucket[h] = s->e.n - 1;
  *fresh = true;
  return s->e.n - 1;
}

static void
strings_free (struct strings *s)
{
  dj_drop (&s->bytes);
  dj_drop (&s->e);
  free (s->bucket);
}

/* ---- polynomials ---- */

namespace
{
struct mono /* a product of atoms; number 0 is 1 */
{
  int n;
  uint16_t atom[MAX_DEGREE]; /* ascending */
};

struct term
{
  int mon, pad;
  dj_wide c;
};

/* terms in ascending order of monomials, no zero coefficients; lives in the context's pool */
struct poly
{
  int n;
  term *t;
};

enum
{
  SIDE_1 = 1,
  SIDE_2 = 2
};
enum atom_kind
{
  A_PLAIN,
  A_ID,
  A_REST
};

struct atom
{
  dj_bounds b;
  int side; /* SIDE_1 | SIDE_2 of what it depends on; 0: common */
  int stem; /* equal for the two sides' versions of one thing */
  enum atom_kind kind;
};

struct disjunction /* one of the alternatives holds: all polynomials of it >= 0 */
{
  int n;
  struct
  {
    int n;
    poly *p;
  } alt[MAX_DISJUNCTS];
};

struct quotient
{
  bool known;
  poly q, r;
};

struct ctx
{
  px_dj *A;
  const dj_case *c;
  struct dj_pool pool;
  struct strings atoms, monos, stems, quotients, proved;
  dj_vec<atom> atom_tab;
  dj_vec<mono> mono_tab;
  dj_vec<quotient> quot;
  dj_vec<signed char> proof; /* of the strings proved: 1 yes, 0 no */
  dj_vec<poly> cons;	     /* each >= 0 */
  dj_vec<disjunction> disj, weak_disj;
  /* By node (n < 0: none): of sides 1 and 2, then the same of what is perhaps not evaluated.  */
  dj_vec<poly> memo[6];
  dj_vec<signed char> common; /* by node: 1 yes, -1 no, 0 not yet */
  bool too_many;	      /* atoms: no verdict */
  px_dj_ref fixed;	      /* a variable with a value */
  int64_t value;
  bool contradiction, proving;
  int maybe; /* > 0: what is translated may not be evaluated */
};
}

static poly tr (struct ctx *, px_dj_ref, int side);

static poly
poly_new (struct ctx *x, int n)
{
  poly p = { n, (term *) dj_alloc (&x->pool, (n ? n : 1) * sizeof (term)) };
  return p;
}

static poly
con (struct ctx *x, dj_wide c)
{
  poly p = poly_new (x, c != 0);
  if (c)
    {
      p.t[0].mon = p.t[0].pad = 0;
      p.t[0].c = c;
    }
  return p;
}

static int
mono_of (struct ctx *x, const mono *m)
{
  bool fresh;
  int i = intern (&x->monos, m->atom, m->n * sizeof m->atom[0], &fresh);
  if (fresh)
    dj_push (&x->mono_tab, *m);
  return i;
}

static poly
var (struct ctx *x, int atom)
{
  mono m = mono ();
  m.n = 1;
  m.atom[0] = atom;
  poly p = poly_new (x, 1);
  p.t[0].mon = mono_of (x, &m);
  p.t[0].pad = 0;
  p.t[0].c = 1;
  return p;
}

static bool
is_con (poly p, dj_wide *c)
{
  if (p.n > 1 || (p.n == 1 && p.t[0].mon))
    return false;
  *c = p.n ? p.t[0].c : 0;
  return true;
}

static bool
large (dj_wide c)
{
  return c > (dj_wide) 1 << 100 || c < -((dj_wide) 1 << 100);
}

/* p + k·q; k is moderate */
static poly
add (struct ctx *x, poly p, poly q, dj_wide k)
{
  poly r = poly_new (x, p.n + q.n);
  int i = 0, j = 0, n = 0;
  while (i < p.n || j < q.n)
    if (j == q.n || (i < p.n && p.t[i].mon < q.t[j].mon))
      r.t[n++] = p.t[i++];
    else
      {
	term t = q.t[j++];
	t.c *= k;
	if (i < p.n && p.t[i].mon == t.mon)
	  t.c += p.t[i++].c;
	if (t.c)
	  r.t[n++] = t;
      }
  r.n = n;
  return r;
}

static poly
scale (struct ctx *x, poly p, dj_wide k)
{
  return add (x, con (x, 0), p, k);
}

static poly
plus (struct ctx *x, poly p, dj_wide c)
{
  return add (x, p, con (x, c), 1);
}

/* p·q; false: too large */
static bool
mul (struct ctx *x, poly p, poly q, poly *out)
{
  poly r = con (x, 0);
  if (p.n * q.n > MAX_TERMS)
    return false;
  for (int i = 0; i < p.n; i++)
    {
      dj_vec<term> v = dj_vec<term> ();
      for (int j = 0; j < q.n; j++)
	{
	  mono a = x->mono_tab.e[p.t[i].mon], b = x->mono_tab.e[q.t[j].mon], m = mono ();
	  dj_wide c;
	  if (a.n + b.n > MAX_DEGREE || __builtin_mul_overflow (p.t[i].c, q.t[j].c, &c)
	      || large (c))
	    {
	      dj_drop (&v);
	      return false;
	    }
	  int k = 0, l = 0;
	  while (k < a.n || l < b.n)
	    m.atom[m.n++]
	      = l == b.n || (k < a.n && a.atom[k] <= b.atom[l]) ? a.atom[k++] : b.atom[l++];
	  term t = { mono_of (x, &m), 0, c };
	  /* keep the terms in order */
	  dj_push (&v, t);
	  for (int s = v.n - 1; s > 0 && v.e[s - 1].mon > v.e[s].mon; s--)
	    {
	      t = v.e[s];
	      v.e[s] = v.e[s - 1];
	      v.e[s - 1] = t;
	    }
	}
      poly row = { v.n, v.e };
      r = add (x, r, row, 1);
      dj_drop (&v);
    }
  *out = r;
  return true;
}

static dj_wide
gcd_wide (dj_wide a, dj_wide b)
{
  if (a < 0)
    a = -a;
  if (b < 0)
    b = -b;
  while (b)
    {
      dj_wide c = a % b;
      a = b;
      b = c;
    }
  return a;
}

static dj_wide
floor_div (dj_wide a, dj_wide b) /* b > 0 */
{
  return a / b - (a % b < 0);
}

/* the same integer points of p >= 0: divided by the coefficients' gcd, constant rounded down */
static poly
tight (struct ctx *x, poly p)
{
  dj_wide g = 0;
  for (int i = 0; i < p.n && g != 1; i++)
    if (p.t[i].mon)
      g = gcd_wide (g, p.t[i].c);
  if (g <= 1)
    return p;
  poly r = poly_new (x, p.n);
  r.n = 0;
  for (int i = 0; i < p.n; i++)
    {
      term t = p.t[i];
      t.c = floor_div (t.c, g);
      if (t.c)
	r.t[r.n++] = t;
    }
  return r;
}

/* ---- atoms and facts ---- */

/* Keys: a tag and numbers (nodes, sides, or polynomials by their terms).  */
namespace
{
struct key
{
  dj_vec<char> b;
};
}

static void
key_int (struct key *k, int64_t v)
{
  for (unsigned i = 0; i < sizeof v; i++)
    dj_push (&k->b, (char) (v >> 8 * i));
}

static void
key_poly (struct key *k, poly p)
{
  key_int (k, p.n);
  for (int i = 0; i < p.n; i++)
    {
      key_int (k, p.t[i].mon);
      key_int (k, (int64_t) p.t[i].c);
      key_int (k, (int64_t) (p.t[i].c >> 64));
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

/* the polynomial with stems for atoms: equal for the two sides of one thing */
static void
key_stems (struct ctx *x, struct key *k, poly p)
{
  key_int (k, p.n);
  /* order of terms may differ between the sides: sum a hash of each */
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
  key_int (k, (int64_t) sum);
}

/* the atom of that key, made with these bounds if new */
static int
atom_of (struct ctx *x, struct key *k, struct key *stem, int side, enum atom_kind kind, dj_bounds b,
	 bool *fresh)
{
  bool f;
  int i = intern (&x->atoms, k->b.e, k->b.n, fresh);
  if (*fresh)
    {
      atom a = { b, side, 0, kind };
      x->too_many |= x->atom_tab.n >= MAX_ATOMS;
      a.stem = intern (&x->stems, stem->b.e, stem->b.n, &f);
      dj_push (&x->atom_tab, a);
    }
  dj_drop (&k->b);
  dj_drop (&stem->b);
  return i;
}

static dj_bounds
within (dj_wide lo, dj_wide hi)
{
  dj_bounds b = { true, true, lo, hi };
  return b;
}

enum tag
{
  T_NODE,
  T_STEP,
  T_WRAP,
  T_QUOT,
  T_REST,
  T_ID,
  T_UNIT
};

/* what stands for a node on a side (0: both) */
static int
node_atom (struct ctx *x, enum tag tag, px_dj_ref r, int side, enum atom_kind kind, dj_bounds b,
	   bool *fresh)
{
  struct key k = key (), s = key ();
  key_int (&k, tag);
  key_int (&k, r);
  key_int (&k, side);
  key_int (&s, tag);
  key_int (&s, r);
  return atom_of (x, &k, &s, side, kind, b, fresh);
}

/* what stands for an operation on polynomials */
static int
poly_atom (struct ctx *x, enum tag tag, int64_t how, poly p, poly d, enum atom_kind kind,
	   dj_bounds b, bool *fresh)
{
  struct key k = key (), s = key ();
  key_int (&k, tag);
  key_int (&k, how);
  key_poly (&k, p);
  key_poly (&k, d);
  key_int (&s, tag);
  key_int (&s, how);
  key_stems (x, &s, p);
  key_stems (x, &s, d);
  return atom_of (x, &k, &s, poly_sides (x, p) | poly_sides (x, d), kind, b, fresh);
}

/* a product of two bounds-pairs; unknown where either is, but for signs */
static dj_bounds
times (dj_bounds a, dj_bounds b)
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
  if (r.has_lo && large (r.lo))
    r.has_lo = false;
  if (r.has_hi && large (r.hi))
    r.has_hi = false;
  return r;
}

static dj_bounds
mono_range (struct ctx *x, int m)
{
  dj_bounds r = within (1, 1);
  const mono *p = &x->mono_tab.e[m];
  for (int i = 0; i < p->n; i++)
    r = i ? times (r, x->atom_tab.e[p->atom[i]].b) : x->atom_tab.e[p->atom[i]].b;
  return r;
}

static dj_bounds
poly_range (struct ctx *x, poly p)
{
  dj_bounds r = within (0, 0);
  for (int i = 0; i < p.n; i++)
    {
      dj_bounds b = times (mono_range (x, p.t[i].mon), within (p.t[i].c, p.t[i].c));
      if (!p.t[i].mon)
	b = within (p.t[i].c, p.t[i].c);
      else if (p.t[i].c != 1 && !(b.has_lo && b.has_hi))
	{
	  /* one end only: times () knows it for positive coefficients */
	  dj_bounds m = mono_range (x, p.t[i].mon);
	  dj_wide k = p.t[i].c, v;
	  b.has_lo = b.has_hi = false;
	  if (m.has_lo && !__builtin_mul_overflow (m.lo, k, &v) && !large (v))
	    {
	      (k > 0 ? b.has_lo : b.has_hi) = true;
	      (k > 0 ? b.lo : b.hi) = v;
	    }
	  if (m.has_hi && !__builtin_mul_overflow (m.hi, k, &v) && !large (v))
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

static bool
same_poly (poly p, poly q)
{
  if (p.n != q.n)
    return false;
  for (int i = 0; i < p.n; i++)
    if (p.t[i].mon != q.t[i].mon || p.t[i].c != q.t[i].c)
      return false;
  return true;
}

/* the fact p >= 0 */
static void
ge (struct ctx *x, poly p)
{
  dj_wide c;
  p = tight (x, p);
  if (is_con (p, &c))
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
      /* the coefficient is ±1 by now */
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
    if (same_poly (x->cons.e[i], p))
      return;
  dj_push (&x->cons, p);
}

static void
equal (struct ctx *x, poly p) /* the fact p = 0 */
{
  ge (x, p);
  ge (x, scale (x, p, -1));
}

static bool unsat (struct ctx *, const poly *extra, int n, int depth, const poly *D);

/* Do the facts imply p >= 0?  */
static bool
prove (struct ctx *x, poly p)
{
  dj_wide c;
  dj_bounds b = poly_range (x, p);
  if (b.has_lo && b.lo >= 0)
    return true;
  if (is_con (p, &c) || (b.has_hi && b.hi < 0) || x->proving)
    return false;
  struct key k = key ();
  bool fresh;
  key_poly (&k, p);
  key_int (&k, x->cons.n);
  int i = intern (&x->proved, k.b.e, k.b.n, &fresh);
  dj_drop (&k.b);
  if (fresh)
    {
      poly neg = plus (x, scale (x, p, -1), -1);
      dj_push (&x->proof, (signed char) 0);
      x->proving = true;
      bool yes = unsat (x, &neg, 1, 0, NULL);
      x->proving = false;
      x->proof.e[i] = yes;
      /* an end of one atom's range is worth keeping */
      if (yes && p.n - (p.t[0].mon == 0) == 1)
	ge (x, p);
    }
  return x->proof.e[i];
}

/* ---- machine arithmetic ---- */

/* what stands for a value nothing is known of but its node's range */
static poly
opaque (struct ctx *x, px_dj_ref r, int side)
{
  const dj_node *n = dj_at (x->A, r);
  bool fresh;
  return var (x, node_atom (x, T_NODE, r, side, A_PLAIN, within (n->lo, n->hi), &fresh));
}

/* the value of type ty that is congruent to p */
static poly
fit (struct ctx *x, poly p, struct px_dj_type ty)
{
  dj_wide lo = dj_type_lo (ty), hi = dj_type_hi (ty), w = hi - lo + 1;
  dj_bounds b = poly_range (x, p);
  if (b.has_lo && b.has_hi && lo <= b.lo && b.hi <= hi)
    return p;
  if (prove (x, plus (x, p, -lo)) && prove (x, plus (x, scale (x, p, -1), hi)))
    return p;
  dj_bounds k = b;
  bool fresh;
  k.lo = floor_div (b.lo - lo, w);
  k.hi = floor_div (b.hi - lo, w);
  poly a
    = var (x, poly_atom (x, T_WRAP, ty.bits * 2 + ty.is_signed, p, con (x, 0), A_PLAIN, k, &fresh));
  poly v = add (x, p, a, -w);
  if (fresh)
    {
      ge (x, plus (x, v, -lo));
      ge (x, plus (x, scale (x, v, -1), hi));
    }
  return v;
}

/* p = d·out + rest for a d of one term */
static void
pull (struct ctx *x, poly p, poly d, poly *out, poly *rest)
{
  *out = poly_new (x, p.n);
  *rest = poly_new (x, p.n);
  out->n = rest->n = 0;
  for (int i = 0; i < p.n; i++)
    {
      mono m = x->mono_tab.e[p.t[i].mon], e = x->mono_tab.e[d.t[0].mon], q = mono ();
      int k = 0;
      for (int j = 0; j < m.n; j++)
	if (k < e.n && e.atom[k] == m.atom[j])
	  k++;
	else
	  q.atom[q.n++] = m.atom[j];
      if (k == e.n && p.t[i].c % d.t[0].c == 0)
	{
	  term t = { mono_of (x, &q), 0, p.t[i].c / d.t[0].c };
	  /* quotients keep no order */
	  int s = out->n++;
	  for (; s > 0 && out->t[s - 1].mon > t.mon; s--)
	    out->t[s] = out->t[s - 1];
	  out->t[s] = t;
	}
      else if (!p.t[i].mon && d.t[0].mon == 0)
	{
	  /* of the constant, too, the multiple goes */
	  dj_wide f = floor_div (p.t[i].c, d.t[0].c), g = p.t[i].c - f * d.t[0].c;
	  term t = { 0, 0, f }, u = { 0, 0, g };
	  if (f)
	    {
	      memmove (out->t + 1, out->t, out->n * sizeof (term));
	      out->t[0] = t;
	      out->n++;
	    }
	  rest->t[rest->n++] = u;
	}
      else
	rest->t[rest->n++] = p.t[i];
    }
}

/* Quotient and remainder of p by d; floor: rounding down (d > 0), else towards 0.  r: the node,
   for its range.  */
static void
divide (struct ctx *x, px_dj_ref r, poly p, poly d, bool floor, poly *q, poly *m)
{
  dj_wide c, e;
  bool pos = prove (x, p);
  if (is_con (p, &c) && is_con (d, &e) && e)
    {
      dj_wide f = floor ? floor_div (c, e) : c / e;
      *q = con (x, f);
      *m = con (x, c - f * e);
      return;
    }
  bool d_pos = prove (x, plus (x, d, -1));
  if (!d_pos && !x->maybe && prove (x, d))
    {
      ge (x, plus (x, d, -1)); /* a divisor is not 0 */
      d_pos = true;
    }
  floor |= pos && d_pos;
  struct key k = key ();
  bool fresh;
  key_int (&k, floor);
  key_poly (&k, p);
  key_poly (&k, d);
  int i = intern (&x->quotients, k.b.e, k.b.n, &fresh);
  dj_drop (&k.b);
  if (fresh)
    dj_push (&x->quot, quotient ());
  if (x->quot.e[i].known)
    {
      *q = x->quot.e[i].q;
      *m = x->quot.e[i].r;
      return;
    }
  if (floor && d_pos && d.n == 1)
    {
      poly out, rest;
      pull (x, p, d, &out, &rest);
      if (out.n)
	{
	  divide (x, r, rest, d, true, q, m);
	  *q = add (x, out, *q, 1);
	  goto done;
	}
    }
  if (floor && d_pos && pos && prove (x, plus (x, add (x, d, p, -1), -1)))
    {
      *q = con (x, 0);
      *m = p;
    }
  else if (d_pos && (floor || is_con (d, &e)))
    {
      /* p = d·q + m; rounding towards 0, m has the sign of p */
      dj_bounds bp = poly_range (x, p), bd = poly_range (x, d), bq = { false, false, 0, 0 }, bm;
      dj_wide least = bd.has_lo && bd.lo > 1 ? bd.lo : 1;
      if (bp.has_lo)
	{
	  bq.has_lo = true;
	  bq.lo = bp.lo >= 0 ? bd.has_hi && bd.hi > 0 ? bp.lo / bd.hi : 0
		  : floor    ? floor_div (bp.lo, least)
			     : bp.lo / least;
	}
      if (pos && (!bq.has_lo || bq.lo < 0))
	{
	  bq.has_lo = true;
	  bq.lo = 0;
	}
      if (bp.has_hi)
	{
	  bq.has_hi = true;
	  bq.hi = bp.hi >= 0 ? bp.hi / least : floor ? -1 : 0;
	}
      bm.has_lo = true;
      bm.lo = 0;
      bm.has_hi = bd.has_hi;
      bm.hi = bd.hi - 1;
      if (!floor)
	bm.lo = bp.has_lo && bp.lo > -bm.hi ? bp.lo < 0 ? bp.lo : 0 : -bm.hi;
      else if (pos && bp.has_hi && (!bm.has_hi || bp.hi < bm.hi))
	{
	  bm.has_hi = true;
	  bm.hi = bp.hi;
	}
      *q = var (x, poly_atom (x, T_QUOT, floor, p, d, A_PLAIN, bq, &fresh));
      *m = var (x, poly_atom (x, T_REST, floor, p, d, A_REST, bm, &fresh));
      poly dq, z;
      if (fresh && mul (x, d, *q, &dq))
	{
	  z = add (x, add (x, p, dq, -1), *m, -1);
	  equal (x, z);
	  ge (x, plus (x, add (x, d, *m, -1), -1));
	  if (pos)
	    ge (x, add (x, p, *m, -1));
	}
    }
  else
    {
      const dj_node *n = dj_at (x->A, r);
      dj_bounds b = within (dj_type_lo (n->ty), dj_type_hi (n->ty));
      *q = var (x, poly_atom (x, T_QUOT, 2, p, d, A_PLAIN, b, &fresh));
      *m = var (x, poly_atom (x, T_REST, 2, p, d, A_REST, b, &fresh));
    }
done:
  x->quot.e[i].q = *q;
  x->quot.e[i].r = *m;
  x->quot.e[i].known = true;
}

/* p & c for c >= 0: runs of ones are remainders of quotients */
static poly
bits (struct ctx *x, px_dj_ref r, poly p, int64_t c)
{
  poly sum = con (x, 0), q, m, t;
  for (int k = 0; k < 63 && c >> k;)
    if (c >> k & 1)
      {
	int n = k;
	while (n < 63 && c >> n & 1)
	  n++;
	q = p;
	if (k)
	  divide (x, r, p, con (x, (dj_wide) 1 << k), true, &q, &t);
	divide (x, r, q, con (x, (dj_wide) 1 << (n - k)), true, &t, &m);
	sum = add (x, sum, m, (dj_wide) 1 << k);
	k = n;
      }
    else
      k++;
  return sum;
}

static poly
launch (struct ctx *x, enum px_dj_op op)
{
  px_dj *A = x->A;
  int T = A->launch.threads, t = A->launch.min_threads, b = A->launch.min_blocks;
  bool fresh;
  dj_wide most = ((dj_wide) 1 << 31) - 1;
  if (op == DJ_NTHREADS)
    return T ? con (x, T)
	     : scale (x,
		      var (x, node_atom (x, T_ID, DJ_NTHREADS, 0, A_PLAIN, within (1, 1024 / t),
					 &fresh)),
		      t);
  dj_wide g = (A->launch.limit ? most / (T ? T : t) : most) / b;
  poly G
    = scale (x, var (x, node_atom (x, T_ID, DJ_NBLOCKS, 0, A_PLAIN, within (1, g), &fresh)), b),
    TG;
  if (fresh && !T && A->launch.limit && mul (x, G, launch (x, DJ_NTHREADS), &TG))
    ge (x, plus (x, scale (x, TG, -1), most));
  return G;
}

/* thread or block index: n·(index of the common unit) + index in it, if there is one */
static poly
id (struct ctx *x, enum px_dj_op op, int side)
{
  bool threads = op == DJ_THREAD, fresh, f;
  struct px_dj_persp p = x->c->common;
  enum px_dj_level level = threads ? DJ_LEVEL_THREAD : DJ_LEVEL_BLOCK;
  poly n = launch (x, threads ? DJ_NTHREADS : DJ_NBLOCKS), i;
  dj_bounds b = poly_range (x, n);
  b.lo = 0;
  b.hi--;
  if (p.level < level) /* a block index, and the units are of one block */
    side = 0;
  if (p.level == level && p.n == 1)
    side = 0;
  if (p.level == level && p.n > 1)
    {
      dj_bounds q = within (0, b.hi / p.n);
      i = var (x, node_atom (x, T_ID, op, side, A_ID, within (0, p.n - 1), &fresh));
      i = add (x, i, var (x, node_atom (x, T_UNIT, op, 0, A_PLAIN, q, &f)), p.n);
    }
  else
    i = var (x, node_atom (x, T_ID, op, side, A_ID, b, &fresh));
  if (fresh)
    ge (x, plus (x, add (x, n, i, -1), -1));
  return i;
}

static bool common (struct ctx *, px_dj_ref);

static bool
find_common (struct ctx *x, px_dj_ref r)
{
  const dj_node *n = dj_at (x->A, r);
  px_dj_ref k[3] = { n->a, n->b, n->c };
  switch (n->op)
    {
    case DJ_THREAD: return x->c->common.level == DJ_LEVEL_THREAD && x->c->common.n == 1;
    case DJ_BLOCK:
      return x->c->common.level == DJ_LEVEL_THREAD
	     || (x->c->common.level == DJ_LEVEL_BLOCK && x->c->common.n == 1);
    case DJ_CTR:
      k[0] = dj_var_of (x->A, r)->start;
      k[1] = dj_var_of (x->A, r)->step;
      k[2] = 0;
      /* fall through */
    case DJ_SYM:
    case DJ_POW2:
      if (!dj_var_common (x->A, x->c, dj_var_of (x->A, r)))
	return false;
      break;
    default: break;
    }
  for (int i = 0; i < 3; i++)
    if (k[i] && !common (x, k[i]))
      return false;
  return true;
}

static bool
common (struct ctx *x, px_dj_ref r)
{
  while (x->common.n <= (int) r)
    dj_push (&x->common, (signed char) 0);
  if (!x->common.e[r])
    {
      bool yes = find_common (x, r);
      x->common.e[r] = yes ? 1 : -1;
    }
  return x->common.e[r] > 0;
}

/* start + step·k, and what the loop's test says */
static poly
counter (struct ctx *x, px_dj_ref r, int side)
{
  px_dj *A = x->A;
  const dj_node n = *dj_at (A, r);
  const dj_var v = *dj_var_of (A, r);
  int own = common (x, r) ? 0 : side;
  poly start = tr (x, v.start, side), step = tr (x, v.step, side), p, bound;
  bool fresh;
  dj_wide d;
  dj_bounds b = { true, true, 0, (dj_wide) 1 << n.ty.bits };
  bool nowrap = dj_ctr_nowrap (A, r), known = is_con (step, &d) && d;
  if (!nowrap)
    {
      /* modulo 2^bits; a step that divides it leaves start + step·k for some k */
      if (!known || (d & (d - 1)))
	return own ? opaque (x, r, own) : opaque (x, r, 0);
      b.has_lo = b.has_hi = false;
    }
  else if (known)
    {
      dj_bounds s = poly_range (x, start);
      if (d > 0 ? s.has_lo : s.has_hi)
	b.hi = d > 0 ? (n.hi - s.lo) / d : (s.hi - n.lo) / -d;
      if (b.hi < 0)
	b.hi = 0;
    }
  int k = node_atom (x, T_STEP, r, own, A_PLAIN, b, &fresh);
  if (!mul (x, step, var (x, k), &p))
    return opaque (x, r, own);
  p = add (x, start, p, 1);
  if (!fresh && own == side)
    return p;
  if (nowrap || known)
    {
      ge (x, plus (x, p, -n.lo));
      ge (x, plus (x, scale (x, p, -1), n.hi));
    }
  if (!v.bound)
    return p;
  bound = tr (x, v.bound, side);
  switch (v.test)
    {
    case DJ_CTR_LT: ge (x, plus (x, add (x, bound, p, -1), -1)); break;
    case DJ_CTR_LE: ge (x, add (x, bound, p, -1)); break;
    case DJ_CTR_GT: ge (x, plus (x, add (x, p, bound, -1), -1)); break;
    case DJ_CTR_GE: ge (x, add (x, p, bound, -1)); break;
    default: break;
    }
  return p;
}

namespace
{
struct alternatives
{
  int n;
  dj_vec<poly> p[MAX_DISJUNCTS];
  bool lost; /* there are more: nothing is known */
};
}

static void condition (struct ctx *, px_dj_ref, bool holds, int side, struct alternatives *);

static void
alternatives_free (struct alternatives *a)
{
  for (int i = 0; i < MAX_DISJUNCTS; i++)
    dj_drop (&a->p[i]);
}

/* a := a or b */
static void
either (struct alternatives *a, struct alternatives *b)
{
  a->lost |= b->lost || a->n + b->n > MAX_DISJUNCTS;
  if (!a->lost)
    for (int i = 0; i < b->n; i++)
      {
	a->p[a->n++] = b->p[i];
	b->p[i] = dj_vec<poly> ();
      }
  alternatives_free (b);
}

/* a := a and b */
static void
both (struct alternatives *a, struct alternatives *b)
{
  struct alternatives r = alternatives ();
  if (b->lost)
    {
      alternatives_free (b);
      return;
    }
  if (a->lost)
    {
      alternatives_free (a);
      *a = *b;
      return;
    }
  if (a->n * b->n > MAX_DISJUNCTS)
    {
      /* either alone is true as well */
      alternatives_free (b);
      return;
    }
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      {
	for (int k = 0; k < a->p[i].n; k++)
	  dj_push (&r.p[r.n], a->p[i].e[k]);
	for (int k = 0; k < b->p[j].n; k++)
	  dj_push (&r.p[r.n], b->p[j].e[k]);
	r.n++;
      }
  alternatives_free (a);
  alternatives_free (b);
  *a = r;
}

static void
one (struct ctx *x, struct alternatives *a, poly p, bool negative)
{
  a->n++;
  dj_push (&a->p[a->n - 1], negative ? scale (x, p, -1) : p);
}

/* what r (or its negation) says, in *out, which is empty */
static void
condition (struct ctx *x, px_dj_ref r, bool holds, int side, struct alternatives *out)
{
  const dj_node n = *dj_at (x->A, r);
  struct alternatives b = alternatives ();
  int op = n.op;
  if (op == DJ_LNOT)
    {
      condition (x, n.a, !holds, side, out);
      return;
    }
  if (op == DJ_LAND || op == DJ_LOR)
    {
      condition (x, n.a, holds, side, out);
      /* the second is evaluated for certain only if both must hold (or fail) */
      bool maybe = (op == DJ_LAND) != holds;
      x->maybe += maybe;
      condition (x, n.b, holds, side, &b);
      x->maybe -= maybe;
      if (maybe)
	either (out, &b);
      else
	both (out, &b);
      return;
    }
  if (!dj_comparison (op))
    {
      poly p = tr (x, r, side);
      out->n = 1;
      dj_push (&out->p[0], holds ? plus (x, p, -1) : scale (x, p, -1));
      return;
    }
  poly p = tr (x, n.a, side), q = tr (x, n.b, side), d = add (x, q, p, -1);
  if (op == DJ_LT && !holds)
    {
      op = DJ_LE;
      d = scale (x, d, -1);
    }
  else if (op == DJ_LE && !holds)
    {
      op = DJ_LT;
      d = scale (x, d, -1);
    }
  else if (!holds)
    op = op == DJ_EQ ? DJ_NE : DJ_EQ;
  switch (op)
    {
    case DJ_LT: one (x, out, plus (x, d, -1), false); break;
    case DJ_LE: one (x, out, d, false); break;
    case DJ_EQ:
      one (x, out, d, false);
      dj_push (&out->p[0], scale (x, d, -1));
      break;
    default:
      if (!prove (x, scale (x, d, -1)))
	one (x, out, plus (x, d, -1), false);
      if (!prove (x, d))
	one (x, out, plus (x, d, 1), true);
      if (!out->n)
	one (x, out, con (x, -1), false);
    }
}

/* assumes the alternatives */
static void
assume (struct ctx *x, struct alternatives *a, bool weak)
{
  if (!a->lost && a->n == 1)
    for (int i = 0; i < a->p[0].n; i++)
      ge (x, a->p[0].e[i]);
  else if (!a->lost)
    {
      disjunction d = disjunction ();
      d.n = a->n;
      for (int i = 0; i < a->n; i++)
	{
	  d.alt[i].n = a->p[i].n;
	  d.alt[i].p = (poly *) dj_alloc (&x->pool, (a->p[i].n + 1) * sizeof (poly));
	  for (int k = 0; k < a->p[i].n; k++)
	    d.alt[i].p[k] = tight (x, a->p[i].e[k]);
	}
      dj_push (weak ? &x->weak_disj : &x->disj, d);
    }
  alternatives_free (a);
}

static void
guard (struct ctx *x, px_dj_ref r, int side)
{
  const dj_node n = *dj_at (x->A, r);
  if (n.op == DJ_LAND)
    {
      guard (x, n.a, side);
      guard (x, n.b, side);
      return;
    }
  struct alternatives a = alternatives ();
  condition (x, r, true, side, &a);
  assume (x, &a, false);
}

static poly
translate (struct ctx *x, px_dj_ref r, int side)
{
  px_dj *A = x->A;
  const dj_node n = *dj_at (A, r);
  poly p, q, d, m;
  dj_wide c;
  bool fresh;
  if (r == x->fixed)
    return con (x, x->value);
  switch (n.op)
    {
    case DJ_CONST: return con (x, dj_value (n.ty, n.v));
    case DJ_THREAD:
    case DJ_BLOCK: return id (x, (enum px_dj_op) n.op, side);
    case DJ_NTHREADS:
    case DJ_NBLOCKS: return launch (x, (enum px_dj_op) n.op);
    case DJ_SYM:
    case DJ_POW2: return opaque (x, r, common (x, r) ? 0 : side);
    case DJ_CTR: return counter (x, r, side);
    default: break;
    }
  int own = common (x, r) ? 0 : side;
  if (dj_comparison (n.op) || n.op == DJ_LAND || n.op == DJ_LOR || n.op == DJ_LNOT)
    {
      /* operands that are evaluated for certain leave their facts */
      if (dj_comparison (n.op))
	{
	  tr (x, n.a, side);
	  tr (x, n.b, side);
	}
      return opaque (x, r, own);
    }
  if (n.op == DJ_SEL)
    {
      p = opaque (x, r, own);
      struct alternatives yes = alternatives (), no = alternatives ();
      condition (x, n.a, true, side, &yes);
      condition (x, n.a, false, side, &no);
      x->maybe++;
      for (int k = 0; k < 2; k++)
	{
	  struct alternatives *a = k ? &no : &yes;
	  q = add (x, p, tr (x, k ? n.c : n.b, side), -1);
	  for (int i = 0; i < a->n; i++)
	    {
	      dj_push (&a->p[i], q);
	      dj_push (&a->p[i], scale (x, q, -1));
	    }
	}
      x->maybe--;
      either (&yes, &no);
      assume (x, &yes, true);
      return p;
    }
  p = tr (x, n.a, side);
  if (n.op == DJ_CAST)
    return n.flags & DJ_EXACT ? p : fit (x, p, n.ty);
  q = n.b ? tr (x, n.b, side) : con (x, 0);
  bool exact = n.flags & DJ_EXACT;
  /* exact by undefined behaviour only where it is evaluated */
  if ((n.flags & DJ_EXACT_UB) && x->maybe)
    return opaque (x, r, own);
  switch (n.op)
    {
    case DJ_NEG: m = scale (x, p, -1); return exact ? m : fit (x, m, n.ty);
    case DJ_ADD:
    case DJ_SUB: m = add (x, p, q, n.op == DJ_ADD ? 1 : -1); return exact ? m : fit (x, m, n.ty);
    case DJ_MUL:
      if (!mul (x, p, q, &m))
	return opaque (x, r, own);
      return exact ? m : fit (x, m, n.ty);
    case DJ_DIV:
    case DJ_MOD: divide (x, r, p, q, false, &d, &m); return n.op == DJ_DIV ? d : m;
    case DJ_SHL:
    case DJ_SHR:
      if (!is_con (q, &c) || c < 0 || c >= n.ty.bits)
	return opaque (x, r, own);
      d = con (x, (dj_wide) 1 << c);
      if (n.op == DJ_SHL)
	{
	  if (!mul (x, p, d, &m))
	    return opaque (x, r, own);
	  return exact ? m : fit (x, m, n.ty);
	}
      divide (x, r, p, d, true, &q, &m);
      return q;
    case DJ_NOT: return plus (x, scale (x, p, -1), n.ty.is_signed ? -1 : dj_type_hi (n.ty));
    case DJ_AND:
    case DJ_OR:
    case DJ_XOR:
      if (is_con (p, &c) && c > INT64_MIN && c < INT64_MAX)
	{
	  d = p;
	  p = q;
	  q = d;
	}
      if (is_con (q, &c) && c > INT64_MIN && c < INT64_MAX)
	{
	  m = c >= 0 ? bits (x, r, p, (int64_t) c)
		     : add (x, p, bits (x, r, p, (int64_t) (-c - 1)), -1);
	  return n.op == DJ_AND ? m : add (x, add (x, p, q, 1), m, n.op == DJ_OR ? -1 : -2);
	}
      m = var (x, node_atom (x, T_NODE, r, own, A_PLAIN, within (n.lo, n.hi), &fresh));
      if (dj_at (A, n.a)->lo >= 0 && dj_at (A, n.b)->lo >= 0)
	{
	  if (n.op == DJ_AND)
	    {
	      ge (x, add (x, p, m, -1));
	      ge (x, add (x, q, m, -1));
	    }
	  else
	    ge (x, add (x, add (x, p, q, 1), m, -1));
	}
      return m;
    case DJ_MIN:
    case DJ_MAX:
      {
	dj_wide k = n.op == DJ_MIN ? 1 : -1;
	struct alternatives a = alternatives ();
	m = var (x, node_atom (x, T_NODE, r, own, A_PLAIN, within (n.lo, n.hi), &fresh));
	if (!fresh && own == side)
	  return m;
	p = scale (x, add (x, p, m, -1), k);
	q = scale (x, add (x, q, m, -1), k);
	ge (x, p);
	ge (x, q);
	one (x, &a, p, true);
	one (x, &a, q, true);
	assume (x, &a, true);
	return m;
      }
    default: return opaque (x, r, own);
    }
}

/* The value of r on a side as a polynomial; its facts are added.  */
static poly
tr (struct ctx *x, px_dj_ref r, int side)
{
  dj_vec<poly> *memo = &x->memo[side + (x->maybe ? 3 : 0)];
  poly none = { -1, NULL };
  while (memo->n <= (int) r)
    dj_push (memo, none);
  if (memo->e[r].n >= 0)
    return memo->e[r];
  poly p = translate (x, r, side);
  if (p.n > MAX_TERMS)
    p = opaque (x, r, common (x, r) ? 0 : side);
  memo->e[r] = p;
  return p;
}

/* ---- refutation ---- */

static const dj_wide FAR_END = (dj_wide) 1 << 60;

static bool
spend (struct ctx *x)
{
  px_dj *A = x->A;
  if (A->programs_left > 0 && A->ops_left > 0)
    return true;
  A->out_of_budget = true;
  return false;
}

/* No integers satisfy all p >= 0?  Monomials are variables.  */
static bool
infeasible (struct ctx *x, const poly *cons, int n)
{
  px_dj *A = x->A;
  if (!spend (x))
    return false;
  A->programs_left--;
  int n_vars = 0, n_rows = 0, n_terms = 0;
  bool out = false, fresh;
  for (int i = 0; i < n; i++)
    n_terms += cons[i].n;
  int *index = (int *) dj_realloc (NULL, x->mono_tab.n * sizeof (int));
  for (int i = 0; i < x->mono_tab.n; i++)
    index[i] = -1;
  dj_bounds *b = (dj_bounds *) dj_realloc (NULL, n_terms * sizeof (dj_bounds));
  dj_row *row = (dj_row *) dj_realloc (NULL, n * sizeof (dj_row));
  int *vars = (int *) dj_realloc (NULL, n_terms * sizeof (int));
  dj_wide *coef = (dj_wide *) dj_realloc (NULL, n_terms * sizeof (dj_wide));
  struct strings forms = strings ();
  int at = 0;
  for (int i = 0; i < n && !out; i++)
    {
      poly p = cons[i];
      dj_wide k = 0;
      int first = 0, len;
      if (p.n && p.t[0].mon == 0)
	{
	  k = p.t[0].c;
	  first = 1;
	}
      len = p.n - first;
      if (!len)
	{
	  out = k < 0;
	  continue;
	}
      /* sign · (sum) >= -k, the first coefficient of sum positive */
      int sign = p.t[first].c > 0 ? 1 : -1;
      for (int j = 0; j < len; j++)
	{
	  int m = p.t[first + j].mon;
	  if (index[m] < 0)
	    {
	      /* ends that would only need large numbers are left out */
	      b[n_vars] = mono_range (x, m);
	      b[n_vars].has_lo &= b[n_vars].lo >= -FAR_END;
	      b[n_vars].has_hi &= b[n_vars].hi <= FAR_END;
	      index[m] = n_vars++;
	    }
	  vars[at + j] = index[m];
	  coef[at + j] = p.t[first + j].c * sign;
	}
      dj_bounds *bound;
      if (len == 1)
	{
	  dj_wide c = coef[at];
	  bound = &b[vars[at]];
	  k = floor_div (k, c);
	}
      else
	{
	  struct key f = key ();
	  for (int j = 0; j < len; j++)
	    {
	      key_int (&f, vars[at + j]);
	      key_int (&f, (int64_t) coef[at + j]);
	      key_int (&f, (int64_t) (coef[at + j] >> 64));
	    }
	  int r = intern (&forms, f.b.e, f.b.n, &fresh);
	  dj_drop (&f.b);
	  if (fresh)
	    {
	      n_rows++;
	      row[r].n = len;
	      row[r].var = vars + at;
	      row[r].coef = coef + at;
	      row[r].b.has_lo = row[r].b.has_hi = false;
	      at += len;
	    }
	  bound = &row[r].b;
	}
      if (sign > 0 && (!bound->has_lo || bound->lo < -k))
	{
	  bound->has_lo = true;
	  bound->lo = -k;
	}
      if (sign < 0 && (!bound->has_hi || bound->hi > k))
	{
	  bound->has_hi = true;
	  bound->hi = k;
	}
      if (bound->has_lo && bound->has_hi && bound->lo > bound->hi)
	out = true;
    }
  if (!out)
    out = dj_simplex (n_vars, b, n_rows, row, BRANCHES, &A->ops_left);
  strings_free (&forms);
  free (index);
  free (b);
  free (row);
  free (vars);
  free (coef);
  return out;
}

static bool
nonneg (struct ctx *x, int a)
{
  const atom *y = &x->atom_tab.e[a];
  if (y->b.has_lo && y->b.lo >= 0)
    return true;
  return !y->side && !x->proving && prove (x, var (x, a));
}

/* Adds products of facts linear in x and a factor S >= 0, for each monomial S·x that occurs, if
   they make only monomials that are there or of common atoms alone; twice.  */
static void
close (struct ctx *x, dj_vec<poly> *all)
{
  int n = all->n;
  struct strings seen = strings ();
  dj_vec<uint8_t> state = dj_vec<uint8_t> (); /* of monomials: 1 occurs, 2 is done */
  struct key k = key ();
  bool fresh;
  if (n >= MAX_CLOSE)
    return;
  for (int i = 0; i < n; i++)
    {
      k.b.n = 0;
      key_poly (&k, all->e[i]);
      intern (&seen, k.b.e, k.b.n, &fresh);
    }
  for (int pass = 0; pass < 2; pass++)
    {
      while (state.n < x->mono_tab.n)
	dj_push (&state, (uint8_t) 0);
      for (int i = 0; i < all->n; i++)
	for (int j = 0; j < all->e[i].n; j++)
	  state.e[all->e[i].t[j].mon] |= 1;
      int monos = state.n;
      for (int m = 0; m < monos; m++)
	{
	  if (state.e[m] != 1 || x->mono_tab.e[m].n < 2)
	    continue;
	  mono p = x->mono_tab.e[m];
	  for (int j = 0; j < p.n; j++)
	    {
	      mono s = mono ();
	      bool ok = !j || p.atom[j] != p.atom[j - 1];
	      for (int l = 0; l < p.n && ok; l++)
		if (l != j)
		  {
		    s.atom[s.n++] = p.atom[l];
		    ok = nonneg (x, p.atom[l]);
		  }
	      if (!ok)
		continue;
	      poly S = poly_new (x, 1), one = var (x, p.atom[j]);
	      S.t[0].mon = mono_of (x, &s);
	      S.t[0].pad = 0;
	      S.t[0].c = 1;
	      dj_bounds b = x->atom_tab.e[p.atom[j]].b;
	      for (int i = -2; i < n; i++)
		{
		  poly f, r;
		  if (i == -2)
		    {
		      if (!b.has_lo)
			continue;
		      f = plus (x, one, -b.lo);
		    }
		  else if (i == -1)
		    {
		      if (!b.has_hi || b.hi >= INT32_MAX)
			continue;
		      f = plus (x, scale (x, one, -1), b.hi);
		    }
		  else
		    {
		      f = all->e[i];
		      int l = 0;
		      while (l < f.n && f.t[l].mon != one.t[0].mon)
			l++;
		      if (l == f.n)
			continue;
		    }
		  if (!mul (x, f, S, &r))
		    continue;
		  bool known = true;
		  for (int l = 0; l < r.n && known; l++)
		    {
		      const mono *z = &x->mono_tab.e[r.t[l].mon];
		      if (z->n < 2 || (r.t[l].mon < monos && (state.e[r.t[l].mon] & 1)))
			continue;
		      for (int a = 0; a < z->n; a++)
			known &= !x->atom_tab.e[z->atom[a]].side;
		    }
		  if (!known || all->n >= MAX_FACTS)
		    continue;
		  k.b.n = 0;
		  key_poly (&k, r);
		  intern (&seen, k.b.e, k.b.n, &fresh);
		  if (fresh)
		    dj_push (all, r);
		}
	    }
	}
      for (int m = 0; m < monos; m++)
	if (state.e[m] == 1)
	  state.e[m] = 2;
      /* bits stay: 2 counts as there for the next pass */
      for (int m = 0; m < monos; m++)
	if (state.e[m] == 2)
	  state.e[m] = 3;
    }
  dj_drop (&k.b);
  dj_drop (&state);
  strings_free (&seen);
}

namespace
{
struct todo
{
  poly d;		/* split on its sign */
  const disjunction *j; /* or on these */
};
}

static bool
split (struct ctx *x, dj_vec<poly> *cons, const todo *todo, int n, int depth)
{
  int had = cons->n;
  bool ok = true;
  if (!spend (x))
    return false;
  dj_vec<poly> all = dj_vec<poly> ();
  for (int i = 0; i < had; i++)
    dj_push (&all, cons->e[i]);
  close (x, &all);
  bool no = infeasible (x, all.e, all.n);
  dj_drop (&all);
  if (no || !n || !depth)
    return no;
  if (todo->j)
    {
      for (int i = 0; i < todo->j->n && ok; i++)
	{
	  for (int k = 0; k < todo->j->alt[i].n; k++)
	    dj_push (cons, todo->j->alt[i].p[k]);
	  ok = split (x, cons, todo + 1, n - 1, depth - 1);
	  cons->n = had;
	}
      return ok;
    }
  for (int sign = 0; sign < 3 && ok; sign++)
    {
      poly neg = scale (x, todo->d, -1);
      switch (sign)
	{
	case 0: dj_push (cons, tight (x, plus (x, todo->d, -1))); break;
	case 1: dj_push (cons, tight (x, plus (x, neg, -1))); break;
	default: dj_push (cons, todo->d); dj_push (cons, neg);
	}
      ok = split (x, cons, todo + 1, n - 1, depth - 1);
      cons->n = had;
    }
  return ok;
}

static void
add_todo (struct ctx *x, dj_vec<todo> *v, poly d)
{
  dj_wide c;
  d = tight (x, d);
  if (is_con (d, &c))
    return;
  poly neg = scale (x, d, -1);
  for (int i = 0; i < v->n; i++)
    if (!v->e[i].j && (same_poly (v->e[i].d, d) || same_poly (v->e[i].d, neg)))
      return;
  todo t = { d, NULL };
  dj_push (v, t);
}

/* what each product of common atoms multiplies in D, highest degree first */
static void
coefficients (struct ctx *x, const poly *D, dj_vec<todo> *v)
{
  for (int degree = MAX_DEGREE; degree > 0; degree--)
    {
      dj_vec<int> done = dj_vec<int> ();
      for (int i = 0; i < D->n; i++)
	{
	  mono s = mono ();
	  const mono m = x->mono_tab.e[D->t[i].mon];
	  for (int j = 0; j < m.n; j++)
	    if (!x->atom_tab.e[m.atom[j]].side)
	      s.atom[s.n++] = m.atom[j];
	  if (s.n != degree || s.n == m.n)
	    continue;
	  int S = mono_of (x, &s), k = 0;
	  while (k < done.n && done.e[k] != S)
	    k++;
	  if (k < done.n)
	    continue;
	  dj_push (&done, S);
	  poly d = con (x, 0);
	  for (int l = i; l < D->n; l++)
	    {
	      mono o = mono (), t = mono ();
	      const mono q = x->mono_tab.e[D->t[l].mon];
	      for (int j = 0; j < q.n; j++)
		if (!x->atom_tab.e[q.atom[j]].side)
		  t.atom[t.n++] = q.atom[j];
		else
		  o.atom[o.n++] = q.atom[j];
	      if (t.n != s.n || memcmp (t.atom, s.atom, s.n * sizeof s.atom[0]))
		continue;
	      poly p = poly_new (x, 1);
	      p.t[0].mon = mono_of (x, &o);
	      p.t[0].pad = 0;
	      p.t[0].c = 1;
	      d = add (x, d, p, D->t[l].c);
	    }
	  add_todo (x, v, d);
	}
      dj_drop (&done);
    }
}

/* differences of the two sides' versions of own atoms; under: only those in a product */
static void
differences (struct ctx *x, const dj_vec<poly> *cons, bool under, dj_vec<todo> *v)
{
  dj_vec<uint8_t> in = dj_vec<uint8_t> ();
  for (int a = 0; a < x->atom_tab.n; a++)
    dj_push (&in, (uint8_t) 0);
  for (int i = 0; i < cons->n; i++)
    for (int j = 0; j < cons->e[i].n; j++)
      {
	const mono *m = &x->mono_tab.e[cons->e[i].t[j].mon];
	if (m->n > under)
	  for (int k = 0; k < m->n; k++)
	    in.e[m->atom[k]] = 1;
      }
  for (int a = 0; a < x->atom_tab.n; a++)
    {
      const atom *y = &x->atom_tab.e[a];
      if (!in.e[a] || (y->side != SIDE_1 && y->side != SIDE_2) || (!under && y->kind != A_PLAIN))
	continue;
      for (int b = a + 1; b < x->atom_tab.n; b++)
	if (in.e[b] && x->atom_tab.e[b].stem == y->stem && x->atom_tab.e[b].side == 3 - y->side)
	  {
	    add_todo (x, v, add (x, var (x, a), var (x, b), -1));
	    break;
	  }
    }
  dj_drop (&in);
}

/* No integers satisfy the facts and extra?  D: the difference of the offsets.  */
static bool
unsat (struct ctx *x, const poly *extra, int n, int depth, const poly *D)
{
  if (x->too_many || x->A->no_linear)
    return false;
  if (x->contradiction)
    return true;
  dj_vec<poly> cons = dj_vec<poly> ();
  dj_vec<todo> todo_list = dj_vec<todo> ();
  bool no = false;
  dj_wide c;
  for (int i = 0; i < x->cons.n; i++)
    dj_push (&cons, x->cons.e[i]);
  for (int i = 0; i < n; i++)
    {
      poly p = tight (x, extra[i]);
      if (is_con (p, &c))
	no |= c < 0;
      else
	dj_push (&cons, p);
    }
  if (!no && depth)
    {
      for (int i = 0; i < x->disj.n; i++)
	{
	  todo t = { con (x, 0), &x->disj.e[i] };
	  dj_push (&todo_list, t);
	}
      if (D)
	coefficients (x, D, &todo_list);
      differences (x, &cons, true, &todo_list);
      differences (x, &cons, false, &todo_list);
      for (int i = 0; i < x->weak_disj.n; i++)
	{
	  todo t = { con (x, 0), &x->weak_disj.e[i] };
	  dj_push (&todo_list, t);
	}
    }
  if (!no)
    no = split (x, &cons, todo_list.e, todo_list.n, depth);
  dj_drop (&cons);
  dj_drop (&todo_list);
  return no;
}

/* ---- questions ---- */

static struct ctx
start (px_dj *A, const dj_case *c)
{
  struct ctx x = ctx ();
  mono unit = mono ();
  x.A = A;
  x.c = c;
  mono_of (&x, &unit);
  return x;
}

static void
finish (struct ctx *x)
{
  struct strings *s[] = { &x->atoms, &x->monos, &x->stems, &x->quotients, &x->proved };
  for (unsigned i = 0; i < sizeof s / sizeof *s; i++)
    strings_free (s[i]);
  dj_drop (&x->atom_tab);
  dj_drop (&x->mono_tab);
  dj_drop (&x->quot);
  dj_drop (&x->proof);
  dj_drop (&x->cons);
  dj_drop (&x->disj);
  dj_drop (&x->weak_disj);
  for (int i = 0; i < 6; i++)
    dj_drop (&x->memo[i]);
  dj_drop (&x->common);
  dj_pool_free (&x->pool);
}

static void
path (struct ctx *x, const px_dj_access *a, int side)
{
  for (int i = 0; i < a->n_guards; i++)
    guard (x, a->guard[i], side);
  for (int i = 0; i < a->n_ctrs; i++)
    tr (x, a->ctr[i], side);
}

/* the unit's number on a side */
static poly
unit (struct ctx *x, struct px_dj_persp p, int side)
{
  enum px_dj_op op = p.level == DJ_LEVEL_THREAD ? DJ_THREAD : DJ_BLOCK;
  poly i = id (x, op, side), q, m;
  if (p.n == 1)
    return i;
  struct px_dj_type ty = { 32, true, false };
  divide (x, px_dj_id (x->A, op, ty), i, con (x, p.n), true, &q, &m);
  return q;
}

static bool
apart (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a, const px_dj_access *b,
       px_dj_ref fixed, int64_t value)
{
  struct ctx x = start (A, c);
  x.fixed = fixed;
  x.value = value;
  path (&x, a, SIDE_1);
  path (&x, b, SIDE_2);
  if (rel->kind == DJ_REL_LT || rel->kind == DJ_REL_GT)
    {
      poly d = add (&x, unit (&x, rel->unit, SIDE_2), unit (&x, rel->unit, SIDE_1), -1);
      ge (&x, plus (&x, rel->kind == DJ_REL_LT ? d : scale (&x, d, -1), -1));
    }
  else if (rel->kind != DJ_REL_ANY)
    {
      /* before the case or behind it */
      struct alternatives out = alternatives ();
      poly t = id (&x, DJ_THREAD, rel->kind == DJ_REL_OUT_1 ? SIDE_1 : SIDE_2);
      if (rel->start > 0)
	one (&x, &out, plus (&x, t, 1 - rel->start), true);
      one (&x, &out, plus (&x, t, -rel->start - rel->size), false);
      assume (&x, &out, false);
    }
  poly p = tr (&x, a->offset, SIDE_1), q = tr (&x, b->offset, SIDE_2), D = add (&x, q, p, -1);
  poly extra[2] = { plus (&x, scale (&x, D, -1), a->width - 1), plus (&x, D, b->width - 1) };
  bool no = unsat (&x, extra, 2, DEPTH, &D);
  finish (&x);
  return no;
}

/* the powers of two of r that c makes common; n: how many so far (stops at two) */
static void
find_pow2 (px_dj *A, const dj_case *c, px_dj_ref r, dj_vec<bool> *seen, px_dj_ref *found, int *n)
{
  while (seen->n < A->node.n)
    dj_push (seen, false);
  if (!r || seen->e[r] || *n > 1)
    return;
  seen->e[r] = true;
  const dj_node m = *dj_at (A, r);
  if (m.op == DJ_POW2 && dj_var_common (A, c, dj_var_of (A, r)))
    {
      *found = r;
      ++*n;
    }
  px_dj_ref k[3] = { m.a, m.b, m.c };
  if (m.op == DJ_CTR)
    {
      const dj_var *v = dj_var_of (A, r);
      k[0] = v->start;
      k[1] = v->step;
      k[2] = v->bound;
    }
  for (int i = 0; i < 3; i++)
    find_pow2 (A, c, k[i], seen, found, n);
}

bool
dj_linear_apart (px_dj *A, const dj_case *c, const dj_rel *rel, const px_dj_access *a,
		 const px_dj_access *b)
{
  if (apart (A, c, rel, a, b, 0, 0))
    return true;
  /* one power of two: 31 values at most, a proof for each */
  px_dj_ref r = 0;
  int n = 0;
  const px_dj_access *const acc[2] = { a, b };
  dj_vec<bool> seen = dj_vec<bool> ();
  /* one of the offsets; where they have none, of the guards */
  for (int i = 0; i < 2; i++)
    find_pow2 (A, c, acc[i]->offset, &seen, &r, &n);
  for (int i = 0; i < 2 && !n; i++)
    for (int j = 0; j < acc[i]->n_guards; j++)
      find_pow2 (A, c, acc[i]->guard[j], &seen, &r, &n);
  dj_drop (&seen);
  if (n != 1)
    return false;
  const dj_var v = *dj_var_of (A, r);
  px_dj_access p = *a, q = *b;
  p.n_guards = q.n_guards = 0;
  for (int k = 0; k < 63; k++)
    {
      int64_t x = (int64_t) 1 << k;
      /* conditions that do not matter may lead too far */
      if (x >= v.lo && x <= v.hi && !apart (A, c, rel, a, b, r, x)
	  && !apart (A, c, rel, &p, &q, r, x))
	return false;
    }
  return true;
}

bool
dj_linear_inside (px_dj *A, const px_dj_access *a, int64_t extent)
{
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, false, 1 };
  bool ok = true;
  for (int k = 0; k < 2 && ok; k++)
    {
      struct ctx x = start (A, &c);
      path (&x, a, SIDE_1);
      poly p = tr (&x, a->offset, SIDE_1);
      poly extra = k ? plus (&x, p, a->width - 1 - extent) : plus (&x, scale (&x, p, -1), -1);
      ok = unsat (&x, &extra, 1, DEPTH, NULL);
      finish (&x);
    }
  return ok;
}

bool
dj_linear_prove (px_dj *A, const px_dj_ref *fact, int n, px_dj_ref claim)
{
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, false, 1 };
  struct ctx x = start (A, &c);
  struct alternatives no = alternatives ();
  bool ok;
  for (int i = 0; i < n; i++)
    guard (&x, fact[i], SIDE_1);
  condition (&x, claim, false, SIDE_1, &no);
  ok = !no.lost || x.contradiction;
  for (int i = 0; i < no.n && ok; i++)
    ok = unsat (&x, no.p[i].e, no.p[i].n, DEPTH, NULL);
  alternatives_free (&no);
  finish (&x);
  return ok;
}
