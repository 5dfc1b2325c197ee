/* SPDX-License-Identifier: MIT */
/* Loops that wait for a phase of an mbarrier.

   A loop that only asks, by mbarrier.test_wait, until the phase has ended, asks by
   mbarrier.try_wait, which suspends the thread for a time that the system chooses, so that it
   takes no issue slots from the others (9.7.13.15.16).  A test_wait elsewhere stays: who asks
   once has other work to do.  */
#include "ptx/ptx-int.h"

/* Return true if s is a branch to label unless register p is true.  */
static bool
repeats_unless (const ptx_stmt *s, uint32_t label, uint32_t p)
{
  return s && s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_BRA && s->insn.guard_not
	 && s->insn.guard == (int32_t) p && s->insn.opnds[0].kind == PTX_O_LABEL
	 && s->insn.opnds[0].reg == label;
}

bool
ptx_fix_waits (ptx_module *m, unsigned sm)
{
  for (ptx_item *i = m->first; i && sm >= 90; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      for (ptx_stmt *s = i->func->first; s; s = s->next)
	{
	  ptx_stmt *ask = s->kind == PTX_ST_LABEL ? ptx_code_from (s->next) : 0;
	  if (ask && ask->kind == PTX_ST_INSN && ask->insn.op == PTX_OP_MBARRIER_TEST_WAIT
	      && ask->insn.guard < 0 && ask->insn.opnds[0].kind == PTX_O_REG
	      && repeats_unless (ptx_code_from (ask->next), s->label, ask->insn.opnds[0].reg))
	    {
	      ask->insn.op = PTX_OP_MBARRIER_TRY_WAIT;
	      ask->insn.form = 0;
	    }
	}
  return true;
}
