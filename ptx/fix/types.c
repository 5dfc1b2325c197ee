/* SPDX-License-Identifier: MIT */
/* Changes registers of unsigned and signed types to registers of bits.

   GCC declares every integer register as .uN.  Such a register cannot be an
   operand of a packed type (add.f16x2, mma.sync); one of .bN can be an operand
   of any type of its size (9.4.1).  A register of .fN also becomes one of bits
   if an instruction uses it as an integer: GCC loads members of a small
   struct in this way (ld.u32 into .f32).  GCC also prints a move of the bits of a
   float as cvt.u64.f64 without rounding; this becomes a move.  */
#include "ptx/ptx-int.h"

static ptx_mod
bits (ptx_mod type)
{
  ptx_kind k = ptx_type_kind (type);
  if (k == PTX_K_UINT || k == PTX_K_SINT)
    switch (ptx_bits (type))
      {
      case 8: return PTX_B8;
      case 16: return PTX_B16;
      case 32: return PTX_B32;
      case 64: return PTX_B64;
      }
  return type;
}

/* Change floating-point registers that I uses as integers.  */
static void
integers (ptx_func *f, ptx_insn *i)
{
  ptx_role roles[UINT8_MAX];
  ptx_operand_roles (i, roles);
  for (unsigned k = 0; k < i->nopnds; k++)
    {
      const ptx_opnd *o = &i->opnds[k];
      ptx_role r = roles[k];
      ptx_kind want = ptx_type_kind (r.type);
      if (o->kind != PTX_O_REG || o->sel || r.addr || r.type == PTX_NOMOD
	  || (want != PTX_K_UINT && want != PTX_K_SINT))
	continue;
      const ptx_reg *g = &f->regs[o->reg];
      if (g->decl && g->vec <= 1 && g->type == PTX_F32)
	g->decl->type = PTX_B32;
      else if (g->decl && g->vec <= 1 && g->type == PTX_F64)
	g->decl->type = PTX_B64;
    }
}

/* Return true if I converts between a float and an integer of one size, without rounding.  */
static bool
bits_moved (const ptx_insn *i)
{
  ptx_kind a, b;
  if (i->op != PTX_OP_CVT || i->nmods != 2 || ptx_bits (i->mods[0]) != ptx_bits (i->mods[1]))
    return false;
  a = ptx_type_kind (i->mods[0]), b = ptx_type_kind (i->mods[1]);
  return (a == PTX_K_FLOAT && (b == PTX_K_UINT || b == PTX_K_SINT))
	 || (b == PTX_K_FLOAT && (a == PTX_K_UINT || a == PTX_K_SINT));
}

bool
ptx_fix_types (ptx_module *m)
{
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      {
	static const ptx_mod b16 = PTX_B16, b32 = PTX_B32, b64 = PTX_B64;
	ptx_func *f = i->func;
	for (ptx_stmt *s = f->first; s; s = s->next)
	  if (s->kind == PTX_ST_INSN && bits_moved (&s->insn))
	    {
	      unsigned n = ptx_bits (s->insn.mods[0]);
	      s->insn.op = PTX_OP_MOV;
	      s->insn.mods = n == 64 ? &b64 : n == 32 ? &b32 : &b16;
	      s->insn.nmods = 1;
	      s->insn.form = 0;
	    }
	for (ptx_stmt *s = f->first; s; s = s->next)
	  if (s->kind == PTX_ST_INSN && ptx_match (&s->insn))
	    integers (f, &s->insn);
	for (ptx_stmt *s = f->first; s; s = s->next)
	  if (s->kind == PTX_ST_REG)
	    s->reg->type = bits (s->reg->type);
	for (uint32_t k = 0; k < f->nregs; k++)
	  if (!f->regs[k].param)
	    f->regs[k].type = bits (f->regs[k].decl ? f->regs[k].decl->type : f->regs[k].type);
      }
  return true;
}
