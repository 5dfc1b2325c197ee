/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2: polynomials over atoms with coefficients of 128 bits, and the numbering of
   keys that makes equal monomials and atoms identical.

   The context's pool holds the polynomials.  Their size is limited here: a product that is too
   large is refused, not rounded.  */

#include "value/linear.h"

static uint32_t
key_hash (const struct key *k)
{
  uint64_t h = k->v.n;
  for (int i = 0; i < k->v.n; i++)
    {
      h = (h ^ (uint64_t) k->v.e[i]) * 0x9e3779b97f4a7c15u;
      h ^= h >> 32;
    }
  return (uint32_t) h;
}

int
dj_linear_intern (struct keys *s, const struct key *k, bool *fresh)
{
  if (s->e.n >= s->n_buckets)
    {
      s->n_buckets = s->n_buckets ? s->n_buckets * 4 : 64;
      s->bucket = (int *) dj_realloc (s->bucket, s->n_buckets * sizeof (int));
      memset (s->bucket, -1, s->n_buckets * sizeof (int));
      for (int i = 0; i < s->e.n; i++)
	{
	  int *b = &s->bucket[s->e.e[i].hash & (s->n_buckets - 1)];
	  s->e.e[i].next = *b;
	  *b = i;
	}
    }
  const int len = k->v.n;
  const uint32_t hash = key_hash (k);
  int *b = &s->bucket[hash & (s->n_buckets - 1)];
  for (int i = *b; i >= 0; i = s->e.e[i].next)
    if (s->e.e[i].hash == hash && s->e.e[i].len == len
	&& (!len || !memcmp (s->v.e + s->e.e[i].at, k->v.e, len * sizeof k->v.e[0])))
      {
	*fresh = false;
	return i;
      }
  keys::entry x = { s->v.n, len, *b, hash };
  for (int i = 0; i < len; i++)
    dj_push (&s->v, k->v.e[i]);
  dj_push (&s->e, x);
  *b = s->e.n - 1;
  *fresh = true;
  return s->e.n - 1;
}

void
dj_linear_keys_free (struct keys *s)
{
  dj_drop (&s->v);
  dj_drop (&s->e);
  free (s->bucket);
}

poly
dj_poly_new (struct ctx *x, int n)
{
  poly p = { n, (term *) px_alloc (&x->pool, (n ? n : 1) * sizeof (term)) };
  return p;
}

poly
dj_poly_con (struct ctx *x, dj_wide c)
{
  poly p = dj_poly_new (x, c != 0);
  if (c)
    {
      p.t[0].mon = p.t[0].pad = 0;
      p.t[0].c = c;
    }
  return p;
}

int
dj_mono_of (struct ctx *x, const mono *m)
{
  bool fresh;
  uint64_t word = m->n;
  x->key.v.n = 0;
  for (int i = 0; i < m->n; i++)
    {
      if (i && i % 3 == 0)
	{
	  dj_linear_key_int (&x->key, word);
	  word = 0;
	}
      word = word << 16 | m->atom[i];
    }
  dj_linear_key_int (&x->key, word);
  int i = dj_linear_intern (&x->monos, &x->key, &fresh);
  if (fresh)
    dj_push (&x->mono_tab, *m);
  return i;
}

poly
dj_poly_var (struct ctx *x, int atom)
{
  mono m = mono ();
  m.n = 1;
  m.atom[0] = atom;
  poly p = dj_poly_new (x, 1);
  p.t[0].mon = dj_mono_of (x, &m);
  p.t[0].pad = 0;
  p.t[0].c = 1;
  return p;
}

bool
dj_poly_is_con (poly p, dj_wide *c)
{
  if (p.n > 1 || (p.n == 1 && p.t[0].mon))
    return false;
  *c = p.n ? p.t[0].c : 0;
  return true;
}

bool
dj_linear_large (dj_wide c)
{
  return c > (dj_wide) 1 << 100 || c < -((dj_wide) 1 << 100);
}

poly
dj_poly_add (struct ctx *x, poly p, poly q, dj_wide k)
{
  poly r = dj_poly_new (x, p.n + q.n);
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

poly
dj_poly_scale (struct ctx *x, poly p, dj_wide k)
{
  return dj_poly_add (x, dj_poly_con (x, 0), p, k);
}

poly
dj_poly_plus (struct ctx *x, poly p, dj_wide c)
{
  return dj_poly_add (x, p, dj_poly_con (x, c), 1);
}

bool
dj_poly_mul (struct ctx *x, poly p, poly q, poly *out)
{
  poly r = dj_poly_con (x, 0);
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
	      || dj_linear_large (c))
	    {
	      dj_drop (&v);
	      return false;
	    }
	  int k = 0, l = 0;
	  while (k < a.n || l < b.n)
	    m.atom[m.n++]
	      = l == b.n || (k < a.n && a.atom[k] <= b.atom[l]) ? a.atom[k++] : b.atom[l++];
	  term t = { dj_mono_of (x, &m), 0, c };
	  /* Keep the terms in order.  */
	  dj_push (&v, t);
	  for (int s = v.n - 1; s > 0 && v.e[s - 1].mon > v.e[s].mon; s--)
	    {
	      t = v.e[s];
	      v.e[s] = v.e[s - 1];
	      v.e[s - 1] = t;
	    }
	}
      poly row = { v.n, v.e };
      r = dj_poly_add (x, r, row, 1);
      dj_drop (&v);
    }
  *out = r;
  return true;
}

dj_wide
dj_floor_div (dj_wide a, dj_wide b)
{
  return a / b - (a % b < 0);
}

poly
dj_poly_tight (struct ctx *x, poly p)
{
  dj_wide g = 0;
  for (int i = 0; i < p.n && g != 1; i++)
    if (p.t[i].mon)
      g = dj_gcd (g, p.t[i].c);
  if (g <= 1)
    return p;
  poly r = dj_poly_new (x, p.n);
  r.n = 0;
  for (int i = 0; i < p.n; i++)
    {
      term t = p.t[i];
      t.c = dj_floor_div (t.c, g);
      if (t.c)
	r.t[r.n++] = t;
    }
  return r;
}
