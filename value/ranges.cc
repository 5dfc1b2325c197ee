/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges: bounds the values of an operator by those of its operands, and determines whether its
   result is the exact integer.  Needs a node's operands.  Sets its lo, hi and flags.  */

#include "value/disjoint-int.h"

static dj_wide
low_bits_above (dj_wide v) /* least 2^k - 1 >= v >= 0 */
{
  dj_wide r = 0;
  while (r < v)
    r = r * 2 + 1;
  return r;
}

static void
hull_of_4 (dj_wide p, dj_wide q, dj_wide r, dj_wide s, dj_wide *lo, dj_wide *hi)
{
  dj_wide a = p < q ? p : q, b = r < s ? r : s, c = p < q ? q : p, d = r < s ? s : r;
  *lo = a < b ? a : b;
  *hi = c > d ? c : d;
}

static bool
products (dj_wide a, dj_wide b, dj_wide c, dj_wide d, dj_wide *lo, dj_wide *hi)
{
  dj_wide p, q, r, s;
  if (__builtin_mul_overflow (a, c, &p) || __builtin_mul_overflow (a, d, &q)
      || __builtin_mul_overflow (b, c, &r) || __builtin_mul_overflow (b, d, &s))
    return false;
  hull_of_4 (p, q, r, s, lo, hi);
  return true;
}

bool
dj_hull2 (int op, struct px_dj_type ty, dj_wide a, dj_wide b, dj_wide c, dj_wide d, dj_wide *lo,
	  dj_wide *hi)
{
  switch (op)
    {
    case DJ_ADD:
      *lo = a + c;
      *hi = b + d;
      return true;
    case DJ_SUB:
      *lo = a - d;
      *hi = b - c;
      return true;
    case DJ_NEG:
      *lo = -b;
      *hi = -a;
      return true;
    case DJ_NOT:
      if (!ty.is_signed)
	{
	  *lo = dj_type_hi (ty) - b;
	  *hi = dj_type_hi (ty) - a;
	}
      else
	{
	  *lo = ~b;
	  *hi = ~a;
	}
      return true;
    case DJ_MUL: return products (a, b, c, d, lo, hi);
    case DJ_DIV:
      if (c <= 0 && d >= 0) /* 0 is not a divisor, but ±1 may be */
	{
	  dj_wide m = b > -a ? b : -a;
	  *lo = a >= 0 && c == 0 ? 0 : -m;
	  *hi = m;
	  return true;
	}
      hull_of_4 (a / c, a / d, b / c, b / d, lo, hi);
      return true;
    case DJ_MOD:
      {
	dj_wide m = (d > -c ? d : -c) - 1;
	if (m < 0)
	  m = 0;
	*lo = a >= 0 ? 0 : a > -m ? a : -m;
	*hi = b <= 0 ? 0 : b < m ? b : m;
	return true;
      }
    case DJ_AND:
      if (a < 0 && c < 0)
	return false;
      *lo = 0;
      *hi = a < 0 ? d : c < 0 ? b : b < d ? b : d;
      return true;
    case DJ_OR:
    case DJ_XOR:
      if (a < 0 || c < 0)
	return false;
      *lo = op == DJ_XOR ? 0 : a > c ? a : c;
      *hi = low_bits_above (b > d ? b : d);
      return true;
    case DJ_SHL:
      if (c < 0 || d >= ty.bits)
	return false;
      return products (a, b, (dj_wide) 1 << c, (dj_wide) 1 << d, lo, hi);
    case DJ_SHR:
      if (c < 0)
	c = 0;
      if (d >= ty.bits)
	d = ty.bits - 1;
      if (c > d)
	return false;
      hull_of_4 (a >> c, a >> d, b >> c, b >> d, lo, hi);
      return true;
    case DJ_MIN:
      *lo = a < c ? a : c;
      *hi = b < d ? b : d;
      return true;
    case DJ_MAX:
      *lo = a > c ? a : c;
      *hi = b > d ? b : d;
      return true;
    default: return false;
    }
}

void
dj_clamp (dj_node *n)
{
  if (n->lo < dj_type_lo (n->ty))
    n->lo = dj_type_lo (n->ty);
  if (n->hi > dj_type_hi (n->ty))
    n->hi = dj_type_hi (n->ty);
  if (n->lo > n->hi) /* never evaluated */
    {
      n->lo = dj_type_lo (n->ty);
      n->hi = dj_type_hi (n->ty);
    }
}

void
dj_range (px_dj *A, dj_node *n)
{
  const dj_node *x = n->a ? dj_at (A, n->a) : NULL, *y = n->b ? dj_at (A, n->b) : NULL;
  dj_wide tl = dj_type_lo (n->ty), th = dj_type_hi (n->ty), lo, hi;
  n->lo = tl;
  n->hi = th;
  switch (n->op)
    {
    case DJ_CAST:
      if (tl <= x->lo && x->hi <= th)
	{
	  n->lo = x->lo;
	  n->hi = x->hi;
	  n->flags = DJ_EXACT;
	}
      return;
    case DJ_SEL:
      y = dj_at (A, n->b);
      x = dj_at (A, n->c);
      n->lo = x->lo < y->lo ? x->lo : y->lo;
      n->hi = x->hi > y->hi ? x->hi : y->hi;
      return;
    case DJ_LT:
      if (x->hi < y->lo)
	n->lo = 1;
      else if (x->lo >= y->hi)
	n->hi = 0;
      return;
    case DJ_LE:
      if (x->hi <= y->lo)
	n->lo = 1;
      else if (x->lo > y->hi)
	n->hi = 0;
      return;
    case DJ_EQ:
    case DJ_NE:
    case DJ_LAND:
    case DJ_LOR:
    case DJ_LNOT: return;
    default: break;
    }
  if (!dj_hull2 (n->op, n->ty, x->lo, x->hi, y ? y->lo : 0, y ? y->hi : 0, &lo, &hi))
    return;
  if (tl <= lo && hi <= th)
    {
      n->lo = lo;
      n->hi = hi;
      n->flags = DJ_EXACT;
    }
  else if (!n->ty.wraps && n->op != DJ_SHL)
    {
      n->lo = lo;
      n->hi = hi;
      n->flags = DJ_EXACT | DJ_EXACT_UB;
      dj_clamp (n);
    }
}
