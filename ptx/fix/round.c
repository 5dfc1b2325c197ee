/* SPDX-License-Identifier: MIT */
/* Sums and products of floating-point numbers are rounded as C says.  GCC fuses products and sums where
   -ffp-contract allows it, and leaves out .rn, which is the default, from the others; but ptxas fuses what
   has no rounding (PTX ISA 9.7.3), whatever -ffp-contract says.  */
#include "ptx/ptx-int.h"

static bool
floating (ptx_mod type)
{
  switch (type)
    {
    case PTX_F16:
    case PTX_F16X2:
    case PTX_BF16:
    case PTX_BF16X2:
    case PTX_F32:
    case PTX_F64: return true;
    default: return false;
    }
}

bool
ptx_fix_rounding (ptx_func *f)
{
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      ptx_insn *i = &s->insn;
      ptx_mod mods[256];
      if (s->kind != PTX_ST_INSN
	  || (i->op != PTX_OP_ADD && i->op != PTX_OP_SUB && i->op != PTX_OP_MUL)
	  || ptx_ntypes (i) != 1 || !floating (ptx_type (i, 0)) || ptx_get (i, PTX_C_ROUND)
	  || i->nmods >= 255)
	continue;
      mods[0] = PTX_M_RN;
      memcpy (mods + 1, i->mods, i->nmods * sizeof *mods);
      ptx_replace_mods (f->module, i, mods, i->nmods + 1);
    }
  return true;
}
