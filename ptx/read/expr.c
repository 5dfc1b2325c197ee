/* SPDX-License-Identifier: MIT */
/* Constant expressions (PTX ISA 4.5.4, 4.5.5): computes their values while reading.

   The current token must be the expression's first; afterwards it is the one that follows
   it.  Values are 64 bits, signed or unsigned by the rules of the ISA.  */
#include "ptx/read/read.h"

bool
ptx_rd_primary (rd *r, value *v, unsigned depth)
{
  if (depth > MAX_EXPR)
    {
      ptx_rd_error (r, r->pos, "constant expression is nested too deeply");
      return false;
    }
  int op = r->tok;
  switch (op)
    {
    case '-':
    case '+':
    case '~':
    case '!':
      ptx_rd_next (r);
      if (!ptx_rd_primary (r, v, depth + 1))
	return false;
      if (op == '-')
	v->u = -v->u;
      else if (op == '~')
	v->u = ~v->u;
      else if (op == '!')
	*v = (value){ !v->u, false };
      return true;
    case '(':
      ptx_rd_next (r);
      if (ptx_rd_is_dir (r, "s64") || ptx_rd_is_dir (r, "u64"))
	{
	  bool is_unsigned = *r->s == 'u';
	  ptx_rd_next (r);
	  if (!ptx_rd_expect (r, ')', "')'") || !ptx_rd_primary (r, v, depth + 1))
	    return false;
	  v->is_unsigned = is_unsigned;
	  return true;
	}
      return ptx_rd_expr (r, v, 0, depth + 1) && ptx_rd_expect (r, ')', "')'");
    case T_INT:
      *v = (value){ r->value, r->is_unsigned };
      ptx_rd_next (r);
      return true;
    default:
      if (ptx_rd_is_ident (r, "WARP_SZ"))
	{
	  *v = (value){ 32, false };
	  ptx_rd_next (r);
	  return true;
	}
      return ptx_rd_unexpected (r, "a constant");
    }
}

unsigned
ptx_rd_operator (rd *r, bool *two)
{
  char c = r->p < r->end ? *r->p : 0;
  *two = true;
  switch (r->tok)
    {
    case '<':
    case '>':
      if (c == r->tok)
	return 8;
      *two = c == '=';
      return 7;
    case '=': return c == '=' ? 6 : 0;
    case '!': return c == '=' ? 6 : 0;
    case '&':
      if (c == '&')
	return 2;
      *two = false;
      return 5;
    case '|':
      if (c == '|')
	return 1;
      *two = false;
      return 3;
    case '^': *two = false; return 4;
    case '+':
    case '-': *two = false; return 9;
    case '*':
    case '/':
    case '%': *two = false; return 10;
    }
  return 0;
}

bool
ptx_rd_binary (rd *r, int op, bool two, value *a, value b, ptx_pos pos)
{
  bool u = a->is_unsigned || b.is_unsigned, cmp = false;
  int64_t x = a->u, y = b.u;
  switch (op | two << 8)
    {
    case '+': a->u += b.u; break;
    case '-': a->u -= b.u; break;
    case '*': a->u *= b.u; break;
    case '/':
    case '%':
      if (!b.u)
	{
	  ptx_rd_error (r, pos, "division by zero in a constant expression");
	  return false;
	}
      if (u)
	a->u = op == '/' ? a->u / b.u : a->u % b.u;
      else if (y == -1)
	a->u = op == '/' ? -a->u : 0;
      else
	a->u = op == '/' ? x / y : x % y;
      break;
    case '<' | 256 | 512:
      u = a->is_unsigned;
      a->u = b.u > 63 ? 0 : a->u << b.u;
      break;
    case '>' | 256 | 512:
      u = a->is_unsigned;
      if (u)
	a->u = b.u > 63 ? 0 : a->u >> b.u;
      else
	a->u = x >> (b.u > 63 ? 63 : b.u);
      break;
    case '<':
      a->u = u ? a->u < b.u : x < y;
      cmp = true;
      break;
    case '>':
      a->u = u ? a->u > b.u : x > y;
      cmp = true;
      break;
    case '<' | 256:
      a->u = u ? a->u <= b.u : x <= y;
      cmp = true;
      break;
    case '>' | 256:
      a->u = u ? a->u >= b.u : x >= y;
      cmp = true;
      break;
    case '=' | 256:
      a->u = a->u == b.u;
      cmp = true;
      break;
    case '!' | 256:
      a->u = a->u != b.u;
      cmp = true;
      break;
    case '&': a->u &= b.u; break;
    case '|': a->u |= b.u; break;
    case '^': a->u ^= b.u; break;
    case '&' | 256:
      a->u = a->u && b.u;
      cmp = true;
      break;
    case '|' | 256:
      a->u = a->u || b.u;
      cmp = true;
      break;
    }
  a->is_unsigned = u && !cmp;
  return true;
}

bool
ptx_rd_expr (rd *r, value *v, unsigned min, unsigned depth)
{
  if (!ptx_rd_primary (r, v, depth))
    return false;
  for (;;)
    {
      bool two;
      unsigned strength = ptx_rd_operator (r, &two);
      if (strength && strength > min)
	{
	  int op = r->tok;
	  bool shift = two && strength == 8;
	  ptx_pos pos = r->pos;
	  value b;
	  ptx_rd_next (r);
	  if (two)
	    ptx_rd_next (r);
	  if (!ptx_rd_expr (r, &b, strength, depth + 1))
	    return false;
	  /* ptx_rd_binary must distinguish shifts from <= and >=.  */
	  if (shift)
	    op |= 512;
	  if (!ptx_rd_binary (r, op, two, v, b, pos))
	    return false;
	}
      else if (r->tok == '?' && min == 0)
	{
	  value a, b;
	  ptx_rd_next (r);
	  if (!ptx_rd_expr (r, &a, 0, depth + 1) || !ptx_rd_expect (r, ':', "':'")
	      || !ptx_rd_expr (r, &b, 0, depth + 1))
	    return false;
	  bool u = a.is_unsigned || b.is_unsigned;
	  *v = v->u ? a : b;
	  v->is_unsigned = u;
	}
      else
	return true;
    }
}

bool
ptx_rd_count (rd *r, uint64_t max, uint64_t *n)
{
  value v;
  ptx_pos pos = r->pos;
  if (!ptx_rd_expr (r, &v, 0, 0))
    return false;
  if ((int64_t) v.u < 0 || v.u > max)
    {
      ptx_rd_error (r, pos, "constant out of range");
      return false;
    }
  *n = v.u;
  return true;
}

bool
ptx_rd_count32 (rd *r, uint32_t *n)
{
  uint64_t v;
  if (!ptx_rd_count (r, UINT32_MAX, &v))
    return false;
  *n = v;
  return true;
}
