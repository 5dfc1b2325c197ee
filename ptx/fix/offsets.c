/* SPDX-License-Identifier: MIT */
/* Addresses before a variable.

   If a loop counts an address up to its end, the end may be before the variable that the
   address began in.  GCC then prints cvta.shared.u64 d, v+-8.  The driver computes this sum in a
   window of 32 bits; if v is at its start, the carry is undefined.  So this pass takes the
   address of v, and adds in 64 bits.  */
#include "ptx/ptx-int.h"

bool
ptx_fix_offsets (ptx_module *m)
{
  for (ptx_item *it = m->first; it; it = it->next)
    if (it->kind == PTX_I_FUNC)
      for (ptx_stmt *s = it->func->first; s; s = s->next)
	{
	  ptx_insn *i = &s->insn;
	  if (s->kind != PTX_ST_INSN || (i->op != PTX_OP_MOV && i->op != PTX_OP_CVTA)
	      || i->nopnds != 2 || i->opnds[0].kind != PTX_O_REG || i->opnds[1].kind != PTX_O_SYM
	      || i->opnds[1].off >= 0 || ptx_bits (ptx_type (i, 0)) != 64)
	    continue;
	  ptx_opnd sum[] = { i->opnds[0], i->opnds[0], ptx_imm_opnd (i->opnds[1].off) };
	  ptx_stmt *add = ptx_new_insn (m, "add.u64", sum, 3);
	  add->pos = s->pos;
	  add->insn.guard = i->guard;
	  add->insn.guard_not = i->guard_not;
	  i->opnds[1].off = 0;
	  ptx_insert_after (it->func, s, add);
	}
  return true;
}
