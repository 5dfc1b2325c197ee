/* SPDX-License-Identifier: MIT */
/* Sums as operands.

   Where an instruction reads a register ptxas accepts a register plus constants (temp + 1),
   although the PTX ISA allows that for addresses only.  The value is modulo 2^bits of the
   register.  The sum becomes an add before the instruction, so passes after the reader do not
   see sums.  Sums of predicates and floating-point registers make ptxas loop for ever, and of
   bytes it accepts what add does not have: both are errors here.  */
#include "ptx/ptx-int.h"

static const char *
add_of (const ptx_reg *r)
{
  unsigned kind = ptx_type_kind (r->type), bits = ptx_bits (r->type);
  if (r->vec > 1 || (kind != PTX_K_BITS && kind != PTX_K_UINT && kind != PTX_K_SINT))
    return 0;
  return bits == 16 ? "add.u16" : bits == 32 ? "add.u32" : bits == 64 ? "add.u64" : 0;
}

void
ptx_lower_sums (ptx_func *f)
{
  for (ptx_stmt *s = f->first; s; s = s->next)
    for (unsigned k = 0; s->kind == PTX_ST_INSN && k < s->insn.nopnds; k++)
      {
	ptx_insn *i = &s->insn;
	ptx_opnd *o = &i->opnds[k];
	if (o->kind != PTX_O_REG || !o->off)
	  continue;
	ptx_reg *r = &f->regs[o->reg];
	const char *add = add_of (r);
	ptx_match (i);
	if (ptx_operand_role (i, k).dest)
	  ptx_error (f->module, s->pos, "a sum, of register '%s', is written", r->name);
	else if (!add)
	  ptx_error (f->module, s->pos,
		     "sum of register '%s', which is no integer of 16, 32 or 64 bits", r->name);
	else
	  {
	    ptx_opnd sum[]
	      = { ptx_reg_opnd (ptx_new_reg (f, r->type, "%sum")), *o, ptx_imm_opnd (o->off) };
	    sum[1].off = 0;
	    ptx_stmt *t = ptx_new_insn (f->module, add, sum, 3);
	    t->pos = s->pos;
	    t->insn.guard = i->guard;
	    t->insn.guard_not = i->guard_not;
	    ptx_insert_before (f, s, t);
	    *o = sum[0];
	  }
	o->off = 0;
      }
}
