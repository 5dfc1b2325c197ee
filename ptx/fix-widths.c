/* SPDX-License-Identifier: MIT */
/* Operands of 16 bits in registers of 32.

   GCC keeps short variables in registers of 32 bits, also where inline PTX names
   them.  Only loads, stores and conversions of integers allow that (9.4.1), of one
   number: elsewhere the operand, or the element of a vector, becomes a register of
   16 bits, narrowed before the instruction, or widened after it.  */
#include "ptx/ptx-int.h"

typedef struct place
{
  ptx_module *m;
  ptx_func *f;
  ptx_stmt *at;
} place;

static bool
too_wide (const ptx_func *f, const ptx_opnd *o)
{
  return o->kind == PTX_O_REG && !o->sel && f->regs[o->reg].vec <= 1 && f->regs[o->reg].type != PTX_PRED
	 && ptx_bits (f->regs[o->reg].type) == 32;
}

static void
convert (place *p, const char *name, ptx_opnd to, ptx_opnd from, bool after)
{
  ptx_opnd opnds[] = { to, from };
  ptx_stmt *s = ptx_new_insn (p->m, name, opnds, 2);
  s->pos = p->at->pos;
  s->insn.guard = p->at->insn.guard;
  s->insn.guard_not = p->at->insn.guard_not;
  (after ? ptx_insert_after : ptx_insert_before) (p->f, p->at, s);
}

static void
fix (place *p, ptx_opnd *o, bool source, bool dest)
{
  if (!too_wide (p->f, o))
    return;
  ptx_opnd wide = ptx_reg_opnd (o->reg), narrow = ptx_reg_opnd (ptx_new_reg (p->f, PTX_B16, "%pxh_"));
  if (source)
    convert (p, "cvt.u16.u32", narrow, wide, false);
  if (dest)
    convert (p, "cvt.u32.u16", wide, narrow, true);
  o->reg = narrow.reg;
}

static bool
allows_wide (const ptx_insn *i, ptx_mod type)
{
  ptx_kind k = ptx_type_kind (type);
  return i->op == PTX_OP_LD || i->op == PTX_OP_ST || i->op == PTX_OP_LDU || i->op == PTX_OP_CALL
	 || (i->op == PTX_OP_CVT && (k == PTX_K_UINT || k == PTX_K_SINT));
}

bool
ptx_fix_widths (ptx_module *m)
{
  for (ptx_item *it = m->first; it; it = it->next)
    if (it->kind == PTX_I_FUNC && it->func->defined)
      for (ptx_stmt *s = it->func->first, *next; s; s = next)
	{
	  place p = { m, it->func, s };
	  next = s->next;
	  if (s->kind != PTX_ST_INSN || !ptx_match (&s->insn))
	    continue;
	  for (unsigned k = 0; k < s->insn.nopnds; k++)
	    {
	      ptx_role r = ptx_operand_role (&s->insn, k);
	      ptx_opnd *o = &s->insn.opnds[k];
	      if (r.addr || r.type == PTX_NOMOD)
		continue;
	      if (o->kind == PTX_O_REG && ptx_bits (r.type) == 16 && !allows_wide (&s->insn, r.type))
		fix (&p, o, r.source, r.dest);
	      else if (o->kind == PTX_O_VEC && ptx_bits (r.type) == (s->insn.op == PTX_OP_MOV ? 16 * o->n : 16))
		for (uint32_t j = 0; j < o->n; j++)
		  fix (&p, &o->sub[j], r.source, r.dest);
	    }
	}
  return true;
}
