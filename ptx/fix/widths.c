/* SPDX-License-Identifier: MIT */
/* Operands in registers that are too wide.

   GCC keeps short variables in registers of 32 bits, also where inline PTX names
   them.  Only scalar loads, stores and conversions of integers allow that (9.4.1).
   Elsewhere the operand, or the element of a vector, becomes a register of
   16 bits, narrowed before the instruction, or widened after it.

   GCC also keeps vectors of two 32-bit numbers in one register of 64 bits, where its loads and
   stores say that the register has two elements: these become accesses of one 64-bit number.  */
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
  return o->kind == PTX_O_REG && !o->sel && f->regs[o->reg].vec <= 1
	 && f->regs[o->reg].type != PTX_PRED && ptx_bits (f->regs[o->reg].type) == 32;
}

static void
convert_width (place *p, const char *name, ptx_opnd to, ptx_opnd from, bool after)
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
  ptx_opnd wide = ptx_reg_opnd (o->reg),
	   narrow = ptx_reg_opnd (ptx_new_reg (p->f, PTX_B16, "%pxh_"));
  if (source)
    convert_width (p, "cvt.u16.u32", narrow, wide, false);
  if (dest)
    convert_width (p, "cvt.u32.u16", wide, narrow, true);
  o->reg = narrow.reg;
}

/* Make I, a load or store of two numbers by one register of 64 bits, an access of one number.  */
static void
join_pair (const place *p, ptx_insn *i)
{
  unsigned data = i->op == PTX_OP_LD ? 0 : 1, n = 0;
  ptx_mod mods[256];
  if ((i->op != PTX_OP_LD && i->op != PTX_OP_ST) || i->nopnds <= data
      || ptx_get (i, PTX_C_VEC) != PTX_M_V2)
    return;
  const ptx_opnd *o = &i->opnds[data];
  if (o->kind != PTX_O_REG || o->sel || p->f->regs[o->reg].vec > 1
      || ptx_bits (p->f->regs[o->reg].type) != 64 || ptx_ntypes (i) != 1
      || ptx_bits (ptx_type (i, 0)) != 32)
    return;
  for (unsigned k = 0; k < i->nmods; k++)
    if (i->mods[k] == ptx_type (i, 0))
      mods[n++] = PTX_B64;
    else if (i->mods[k] != PTX_M_V2)
      mods[n++] = i->mods[k];
  ptx_replace_mods (p->m, i, mods, n);
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
	  if (s->kind != PTX_ST_INSN)
	    continue;
	  join_pair (&p, &s->insn);
	  if (!ptx_match (&s->insn))
	    continue;
	  ptx_role roles[UINT8_MAX];
	  ptx_operand_roles (&s->insn, roles);
	  for (unsigned k = 0; k < s->insn.nopnds; k++)
	    {
	      ptx_role r = roles[k];
	      ptx_opnd *o = &s->insn.opnds[k];
	      if (r.addr || r.type == PTX_NOMOD)
		continue;
	      if (o->kind == PTX_O_REG && ptx_bits (r.type) == 16
		  && !allows_wide (&s->insn, r.type))
		fix (&p, o, r.source, r.dest);
	      else if (o->kind == PTX_O_VEC
		       && ptx_bits (r.type) == (s->insn.op == PTX_OP_MOV ? 16 * o->n : 16))
		for (uint32_t j = 0; j < o->n; j++)
		  fix (&p, &o->sub[j], r.source, r.dest);
	    }
	}
  return true;
}
