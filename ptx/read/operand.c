/* SPDX-License-Identifier: MIT */
/* Operands of instructions and elements of initialisers: reads them onto a stack.

   Needs the current token and the names in scope.  Pushes the operands on r->opnds;
   ptx_rd_take moves a finished list into the module's memory.  */
#include "ptx/read/read.h"

ptx_opnd *
ptx_rd_push (rd *r)
{
  r->opnds = ptx_grow (r->opnds, r->nopnds, &r->opnds_cap, sizeof *r->opnds);
  ptx_opnd *o = &r->opnds[r->nopnds++];
  *o = (ptx_opnd){ 0 };
  return o;
}

ptx_opnd *
ptx_rd_take (rd *r, uint32_t base)
{
  uint32_t n = r->nopnds - base;
  ptx_opnd *o = ptx_alloc (r->m, n * sizeof *o);
  if (n)
    memcpy (o, r->opnds + base, n * sizeof *o);
  for (uint32_t i = 0; i < n; i++)
    if (o[i].kind == O_PENDING || (o[i].kind == PTX_O_ADDR && o[i].base == O_PENDING))
      {
	if (o[i].kind == PTX_O_ADDR)
	  o[i].base = PTX_O_SYM;
	r->pending = ptx_grow (r->pending, r->npending, &r->pending_cap, sizeof *r->pending);
	r->pending[r->npending++] = (pending){ &o[i], r->stmt_pos, r->branch };
      }
  r->nopnds = base;
  return o;
}

void
ptx_rd_group (rd *r, uint32_t base, int kind)
{
  uint32_t n = r->nopnds - base;
  ptx_opnd *sub = ptx_rd_take (r, base), *o = ptx_rd_push (r);
  o->kind = kind;
  o->n = n;
  o->sub = sub;
}

bool
ptx_rd_operand_list (rd *r, int close, int kind, unsigned depth)
{
  uint32_t base = r->nopnds;
  if (depth > MAX_NEST)
    {
      ptx_rd_error (r, r->pos, "operand is nested too deeply");
      return false;
    }
  ptx_rd_next (r);
  r->braces += close == '}';
  if (r->tok != close)
    do
      if (!ptx_rd_operand (r, depth + 1))
	return false;
    while (ptx_rd_accept (r, ','));
  if (r->tok == close)
    r->braces -= close == '}';
  if (!ptx_rd_expect (r, close, close == '}' ? "'}'" : "')'"))
    return false;
  ptx_rd_group (r, base, kind);
  return true;
}

bool
ptx_rd_offsets (rd *r, bool minus, uint64_t *off)
{
  while (r->tok == '+' || (r->tok == '-' && minus))
    {
      bool neg = r->tok == '-';
      value v;
      ptx_rd_next (r);
      if (!ptx_rd_expr (r, &v, 9, 0))
	return false;
      *off += neg ? -v.u : v.u;
    }
  return true;
}

bool
ptx_rd_named (rd *r, bool address)
{
  ptx_name *n = ptx_rd_name (r);
  ptx_opnd o = { 0 };
  bool offset = true;
  int64_t reg;
  if (n->len == 1 && *n->s == '_')
    {
      if (address)
	{
	  ptx_rd_error (r, r->pos, "expected an address");
	  return false;
	}
      o.kind = PTX_O_SINK;
      ptx_rd_next (r);
      *ptx_rd_push (r) = o;
      return true;
    }
  if ((reg = ptx_rd_find_register (r, n)) >= 0)
    {
      o.kind = PTX_O_REG;
      o.reg = reg;
      ptx_rd_next (r);
      if (r->tok == T_DIR && !address)
	{
	  o.sel = ptx_mod_intern (r->m, r->s, r->n);
	  if (!o.sel)
	    return ptx_rd_unexpected (r, "a part of the register");
	  ptx_rd_next (r);
	}
      offset = address;
    }
  else if (n->bind.kind == PTX_B_VAR)
    {
      o.kind = PTX_O_SYM;
      o.sym = ((ptx_var *) n->bind.what)->sym;
      ptx_rd_next (r);
    }
  else if (n->sreg >= 0)
    {
      o.kind = PTX_O_SREG;
      o.reg = n->sreg;
      ptx_rd_next (r);
      if (r->tok == T_DIR)
	{
	  char text[64];
	  int k = -1;
	  if (n->len + r->n + 1 < sizeof text)
	    {
	      memcpy (text, n->s, n->len);
	      text[n->len] = '.';
	      memcpy (text + n->len + 1, r->s, r->n);
	      k = ptx_sreg_find (text, n->len + 1 + r->n);
	    }
	  if (k < 0)
	    return ptx_rd_unexpected (r, "a component");
	  o.reg = k;
	  ptx_rd_next (r);
	}
      offset = false;
    }
  else if (ptx_rd_is_ident (r, "WARP_SZ"))
    {
      value v;
      if (!ptx_rd_expr (r, &v, 0, 0))
	return false;
      o.kind = PTX_O_IMM;
      o.u = v.u;
      o.flags = v.is_unsigned ? PTX_OF_UNSIGNED : 0;
      offset = false;
    }
  else
    {
      o.kind = O_PENDING;
      o.name_ = n;
      ptx_rd_next (r);
    }
  if (offset)
    {
      uint64_t off = 0;
      if (!ptx_rd_offsets (r, true, &off))
	return false;
      if (o.kind != PTX_O_REG)
	o.u = off;
      else if (address)
	o.off = off;
    }
  if (address)
    {
      if (o.kind != PTX_O_REG && o.kind != PTX_O_SYM && o.kind != O_PENDING)
	{
	  ptx_rd_error (r, r->pos, "expected an address");
	  return false;
	}
      o.base = o.kind;
      o.kind = PTX_O_ADDR;
    }
  *ptx_rd_push (r) = o;
  return true;
}

/* Read [address] or [address, more …].  */
static bool
read_bracket (rd *r, unsigned depth)
{
  uint32_t base = r->nopnds;
  ptx_rd_next (r);
  if (r->tok == T_IDENT && !ptx_rd_is_ident (r, "WARP_SZ"))
    {
      if (!ptx_rd_named (r, true))
	return false;
    }
  else
    {
      value v;
      if (!ptx_rd_expr (r, &v, 0, 0))
	return false;
      ptx_opnd *o = ptx_rd_push (r);
      o->kind = PTX_O_ADDR;
      o->base = PTX_O_IMM;
      o->u = v.u;
    }
  if (r->tok == ',')
    {
      while (ptx_rd_accept (r, ','))
	if (!ptx_rd_operand (r, depth + 1))
	  return false;
      ptx_rd_group (r, base, PTX_O_TUPLE);
    }
  return ptx_rd_expect (r, ']', "']'");
}

/* Pushes a constant.  */
static bool
push_constant (rd *r, value v)
{
  ptx_opnd *o = ptx_rd_push (r);
  o->kind = PTX_O_IMM;
  o->u = v.u;
  o->flags = v.is_unsigned ? PTX_OF_UNSIGNED : 0;
  return true;
}

/* Reads a floating-point number; MINUS: a minus stood before it.  */
static bool
read_float (rd *r, bool minus)
{
  ptx_opnd *o = ptx_rd_push (r);
  o->kind = r->tok == T_F32 ? PTX_O_F32 : PTX_O_F64;
  o->u = r->value;
  if (minus)
    o->u ^= (uint64_t) 1 << (r->tok == T_F32 ? 31 : 63);
  ptx_rd_next (r);
  return true;
}

/* Reads a sign, at which R is, and the name or number that it has.  An integer is the first of an expression.  */
static bool
read_signed (rd *r, bool number)
{
  bool minus = r->tok == '-';
  uint32_t at = r->nopnds;
  ptx_rd_next (r);
  if (!number)
    {
      if (!ptx_rd_named (r, false))
	return false;
      if (minus)
	r->opnds[at].flags |= PTX_OF_NEG;
      return true;
    }
  if (r->tok == T_F32 || r->tok == T_F64)
    return read_float (r, minus);
  value v = { r->value, r->is_unsigned };
  ptx_rd_next (r);
  if (minus)
    v.u = -v.u;
  bool two;
  for (unsigned strength; (strength = ptx_rd_operator (r, &two));)
    {
      int op = r->tok | (two && strength == 8 ? 512 : 0);
      ptx_pos pos = r->pos;
      value b;
      ptx_rd_next (r);
      if (two)
	ptx_rd_next (r);
      if (!ptx_rd_expr (r, &b, strength, 0) || !ptx_rd_binary (r, op, two, &v, b, pos))
	return false;
    }
  return push_constant (r, v);
}

/* Reads a '!' and its operand: a name, or a constant, of which the result is one.  */
static bool
read_not (rd *r)
{
  uint32_t at = r->nopnds;
  value v;
  ptx_rd_next (r);
  if (r->tok == T_IDENT)
    {
      if (!ptx_rd_named (r, false))
	return false;
      r->opnds[at].flags |= PTX_OF_NOT;
      return true;
    }
  return ptx_rd_primary (r, &v, 0) && push_constant (r, (value){ .u = !v.u });
}

/* Reads the rest of a pair of predicates, whose first is operand AT, if R is at its bar.  */
static bool
read_pair (rd *r, uint32_t at)
{
  if (r->tok != '|')
    return true;
  ptx_rd_next (r);
  if (r->tok == '!')
    ptx_rd_next (r);
  if (r->tok != T_IDENT)
    return ptx_rd_unexpected (r, "a predicate");
  if (!ptx_rd_named (r, false))
    return false;
  ptx_rd_group (r, at, PTX_O_PAIR);
  return true;
}

bool
ptx_rd_operand (rd *r, unsigned depth)
{
  uint32_t at = r->nopnds;
  if (depth > MAX_NEST)
    {
      ptx_rd_error (r, r->pos, "operand is nested too deeply");
      return false;
    }
  switch (r->tok)
    {
    case '[': return read_bracket (r, depth);
    case '{': return ptx_rd_operand_list (r, '}', PTX_O_VEC, depth);
    case '!': return read_not (r) && (r->opnds[at].kind == PTX_O_IMM || read_pair (r, at));
    case T_IDENT:
      if (!ptx_rd_named (r, false))
	return false;
      /* A sum of a register and constants, which sums.c replaces.  */
      if (r->tok == '+' && !depth && r->opnds[at].kind == PTX_O_REG && !r->opnds[at].sel)
	{
	  uint64_t off = 0;
	  if (!ptx_rd_offsets (r, false, &off))
	    return false;
	  r->opnds[at].u = off;
	  r->sums |= off != 0;
	  return true;
	}
      return read_pair (r, at);
    case T_F32:
    case T_F64: return read_float (r, false);
    case '-':
    case '+':
      {
	const char *p = ptx_rd_skip_space (r, r->p);
	bool name = IS (*p, C_START) && !(r->end - p > 7 && !memcmp (p, "WARP_SZ", 7));
	if (name || IS (*p, C_DIGIT))
	  return read_signed (r, !name);
	break;
      }
    case T_INT:
    case '(':
    case '~': break;
    default: return ptx_rd_unexpected (r, "an operand");
    }
  value v;
  return ptx_rd_expr (r, &v, 0, 0) && push_constant (r, v);
}
