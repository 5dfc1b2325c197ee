/* SPDX-License-Identifier: MIT */
/* Replaces scalar video instructions that are two additions by two additions.

   vadd.t.t.t.add d, a, b, c (9.7.18.1) of 32-bit types without .sat and
   without parts of operands is d = a + b + c modulo 2^32; vsub is d = a - b +
   c.  GCC emits them, but the hardware only has the additions.  */
#include "ptx/ptx-int.h"

static bool
plain_video (const ptx_insn *i)
{
  if ((i->op != PTX_OP_VADD && i->op != PTX_OP_VSUB) || i->nopnds != 4 || i->nmods != 4
      || i->mods[3] != PTX_M_ADD)
    return false;
  for (unsigned k = 0; k < 3; k++)
    if (i->mods[k] != PTX_U32 && i->mods[k] != PTX_S32)
      return false;
  for (unsigned k = 0; k < 4; k++)
    if (i->opnds[k].sel || i->opnds[k].flags & PTX_OF_NEG)
      return false;
  return i->opnds[0].kind == PTX_O_REG;
}

static ptx_stmt *
make_addition (ptx_module *m, ptx_stmt *like, const char *name, ptx_opnd d, ptx_opnd a, ptx_opnd b)
{
  ptx_opnd opnds[] = { d, a, b };
  ptx_stmt *s = ptx_new_insn (m, name, opnds, 3);
  s->pos = like->pos;
  s->insn.guard = like->insn.guard;
  s->insn.guard_not = like->insn.guard_not;
  return s;
}

bool
ptx_fix_video (ptx_module *m)
{
  for (ptx_item *it = m->first; it; it = it->next)
    if (it->kind == PTX_I_FUNC)
      for (ptx_stmt *s = it->func->first, *next; s; s = next)
	{
	  next = s->next;
	  if (s->kind != PTX_ST_INSN || !plain_video (&s->insn))
	    continue;
	  ptx_func *f = it->func;
	  const ptx_opnd *o = s->insn.opnds;
	  bool sub = s->insn.op == PTX_OP_VSUB;
	  ptx_opnd t = ptx_reg_opnd (ptx_new_reg (f, PTX_U32, "%px_"));
	  ptx_insert_before (f, s,
			     make_addition (m, s, sub ? "sub.u32" : "add.u32", t, o[1], o[2]));
	  ptx_insert_before (f, s, make_addition (m, s, "add.u32", o[0], t, o[3]));
	  ptx_remove (f, s);
	}
  return true;
}
