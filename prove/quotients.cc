/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quotients of 32 bits by constants, as compilers write them: the high half of a product, and shifts.

   Needs the operands of an instruction.  Kept of an expression is that it is x·m / 2^(32 + shift), rounded
   downwards, of a number x and a constant m (pv_high).  If a bound on the error holds, that is x / d (unsigned), or is so
   after 1 was added where x is negative (signed): then the result is the quotient itself, of which value/ knows
   more.  ptx/fix/divide.c has the forms; other compilers' differ in where the sign comes from.  */

#include <utility>
#include "prove/prove-int.h"

typedef unsigned __int128 wide;

enum
{
  BITS = 32,
  MOST_SHIFT = 31
};

static px_dj_ref
same_width (const struct pv_kernel *k, px_dj_ref r)
{
  while (px_dj_op_of (k->A, r) == DJ_CAST && px_dj_type_of (k->A, r).bits == BITS
	 && px_dj_type_of (k->A, px_dj_operand (k->A, r, 0)).bits == BITS)
    r = px_dj_operand (k->A, r, 0);
  return r;
}

static const pv_high *
high_of (const struct pv_kernel *k, px_dj_ref r, enum pv_high_form form)
{
  r = same_width (k, r);
  for (const pv_high &h : k->high)
    if (h.ref == r && h.form == form)
      return &h;
  return NULL;
}

static px_dj_ref
note (struct pv_kernel *k, struct pv_high h)
{
  int64_t v;
  px_dj_ref r = h.ref;
  h.ref = same_width (k, r);
  h.x = same_width (k, h.x);
  if (!px_dj_const_p (k->A, h.ref, &v) && !px_dj_const_p (k->A, h.x, &v)
      && !high_of (k, h.ref, h.form))
    k->high.push_back (h);
  return r;
}

/* Returns d if x·m / 2^p, rounded downwards, is x / d for each unsigned x, or so with 1 added where it is negative, for
   each signed one; else 0.  With e = m·d - 2^p it is x / d + x·e / (d·2^p), so what is added must be less than what
   x / d lacks to the next integer, of x with remainder d - 1 the least: 1 / d; where x is negative it may be as much.  */
static uint32_t
divisor (const struct pv_high *h)
{
  wide power = (wide) 1 << (BITS + h->shift), m = h->m, d = (power + m - 1) / m, e = m * d - power;
  wide end = (wide) 1 << (h->is_signed ? BITS - 1 : BITS); /* after the greatest x */
  if (d < 2 || d >= end)
    return 0;
  wide most = end - end % d - 1; /* the greatest one with that remainder */
  if (e * most >= power || e * (end - 1) >= 2 * power)
    return 0;
  /* Down to -end.  */
  most = end - (end + 1) % d;
  if (h->is_signed && (e == 0 || e * most > power || e * end > 2 * power))
    return 0;
  return (uint32_t) d;
}

static px_dj_ref
quotient (struct pv_kernel *k, const struct pv_high *h)
{
  struct px_dj_type t = h->is_signed ? pv_signed (BITS) : pv_unsigned (BITS);
  uint32_t d = divisor (h);
  if (!d)
    return 0;
  px_dj_ref q = px_dj_bin (k->A, DJ_DIV, px_dj_cast (k->A, t, h->x), px_dj_const (k->A, t, d));
  return px_dj_cast (k->A, pv_signed (BITS), q);
}

/* A new expression has the form of H: it is the quotient, if H is one as it is, else R.  */
static px_dj_ref
product (struct pv_kernel *k, const struct pv_high *h, px_dj_ref r)
{
  px_dj_ref q = h->is_signed ? 0 : quotient (k, h);
  struct pv_high of = *h;
  of.ref = q ? q : r;
  return note (k, of);
}

px_dj_ref
pv_high_product (struct pv_kernel *k, bool is_signed, px_dj_ref a, px_dj_ref b)
{
  int64_t m;
  if (px_dj_const_p (k->A, a, &m))
    std::swap (a, b);
  enum pv_level l
    = pv_level_of (k, a) > pv_level_of (k, b) ? pv_level_of (k, a) : pv_level_of (k, b);
  px_dj_ref r = pv_fresh (k, l, BITS);
  if (!px_dj_const_p (k->A, b, &m))
    return r;
  struct pv_high h = { r, same_width (k, a), (uint32_t) m, 0, is_signed, PV_HIGH };
  if (is_signed && (int32_t) m < 0)
    h.form = PV_HIGH_LESS; /* x less, until x is added */
  return (uint32_t) m == 0 ? r : h.form == PV_HIGH ? product (k, &h, r) : note (k, h);
}

px_dj_ref
pv_high_shifted (struct pv_kernel *k, bool is_signed, px_dj_ref x, int64_t n, px_dj_ref r)
{
  const pv_high *h = high_of (k, x, PV_HIGH);
  if (h && h->is_signed == is_signed && n > 0 && h->shift + n <= MOST_SHIFT)
    {
      struct pv_high more = *h;
      more.shift += (unsigned) n;
      return product (k, &more, r);
    }
  const pv_high *left = high_of (k, x, PV_HIGH_REST);
  if (left && !is_signed && n == 1)
    {
      struct pv_high half = *left;
      half.ref = r;
      half.form = PV_HIGH_HALF;
      return note (k, half);
    }
  return r;
}

/* True if R is, of the product H, 1 where x is negative and else 0; with MINUS -1 and 0.  */
static bool
sign_of (const struct pv_kernel *k, const struct pv_high *h, px_dj_ref r, bool minus)
{
  int64_t n;
  r = same_width (k, r);
  if (px_dj_op_of (k->A, r) != DJ_SHR || !px_dj_const_p (k->A, px_dj_operand (k->A, r, 1), &n)
      || n != BITS - 1 || px_dj_type_of (k->A, r).bits != BITS
      || px_dj_type_of (k->A, r).is_signed != minus)
    return false;
  px_dj_ref of = same_width (k, px_dj_operand (k->A, r, 0));
  const pv_high *o = high_of (k, of, PV_HIGH);
  /* A positive multiple of x, rounded downwards, is negative where x is.  */
  return of == h->x || (o && o->is_signed && o->x == h->x);
}

/* x - x / d · d is the remainder.  */
static px_dj_ref
remainder_of (struct pv_kernel *k, px_dj_ref a, px_dj_ref b)
{
  px_dj_ref x = same_width (k, a), p = same_width (k, b);
  int64_t d, by;
  if (px_dj_op_of (k->A, p) != DJ_MUL)
    return 0;
  for (int side = 0; side < 2; side++)
    {
      px_dj_ref q = same_width (k, px_dj_operand (k->A, p, side));
      if (px_dj_op_of (k->A, q) != DJ_DIV || px_dj_type_of (k->A, q).bits != BITS
	  || !px_dj_const_p (k->A, px_dj_operand (k->A, q, 1), &d)
	  || !px_dj_const_p (k->A, px_dj_operand (k->A, p, !side), &by) || by != d || d < 2
	  || same_width (k, px_dj_operand (k->A, q, 0)) != x)
	continue;
      px_dj_ref r
	= px_dj_bin (k->A, DJ_MOD, px_dj_operand (k->A, q, 0), px_dj_operand (k->A, q, 1));
      return px_dj_cast (k->A, pv_signed (BITS), r);
    }
  return 0;
}

px_dj_ref
pv_high_sum (struct pv_kernel *k, px_dj_ref a, px_dj_ref b, bool minus, px_dj_ref r)
{
  if (px_dj_type_of (k->A, r).bits != BITS || !a || !b)
    return r;
  if (minus)
    if (px_dj_ref m = remainder_of (k, a, b))
      return m;
  for (int side = 0; side < (minus ? 1 : 2); side++)
    {
      px_dj_ref x = side ? b : a, y = side ? a : b;
      const pv_high *h = high_of (k, x, PV_HIGH), *less = high_of (k, x, PV_HIGH_LESS),
		    *half = high_of (k, x, PV_HIGH_HALF), *whole = high_of (k, y, PV_HIGH);
      px_dj_ref q = h && h->is_signed && sign_of (k, h, y, minus) ? quotient (k, h) : 0;
      if (q)
	return q;
      if (less && !minus && same_width (k, y) == less->x)
	{
	  struct pv_high now = *less;
	  now.form = PV_HIGH;
	  return product (k, &now, r);
	}
      /* t + (x - t) / 2, rounded downwards, of t = x·m / 2^32.  */
      if (half && whole && !minus && !whole->is_signed && !whole->shift && whole->x == half->x
	  && whole->m == half->m)
	{
	  struct pv_high now = *half;
	  now.m += UINT64_C (1) << BITS;
	  now.shift = 1;
	  now.form = PV_HIGH;
	  return product (k, &now, r);
	}
    }
  const pv_high *t = minus ? high_of (k, b, PV_HIGH) : NULL;
  if (t && !t->is_signed && !t->shift && same_width (k, a) == t->x)
    {
      struct pv_high rest = *t;
      rest.ref = r;
      rest.form = PV_HIGH_REST;
      return note (k, rest);
    }
  return r;
}
