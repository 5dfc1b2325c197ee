/* SPDX-License-Identifier: MIT */
/* An instruction's row of opcodes.def.  */
#include "ptx/ptx-int.h"
unsigned
ptx_match (const ptx_module *m, ptx_insn *i)
{
  (void) m;
  (void) i;
  return 0;
}

ptx_role
ptx_operand_role (const ptx_insn *i, unsigned k)
{
  ptx_role r = { 0 };
  (void) i;
  r.dest = k == 0;
  r.source = k != 0;
  return r;
}
