/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who takes part in a call of an intrinsic: the threads of its width, its unit or its level.

   Needs: a call of an intrinsic, in code with regions.
   Leaves: nothing changed.  */

#include "plugin/front/front.h"

bool
px_collective_of (gimple *s, px_persp *p)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  *p = { PX_THREAD, 1 };
  if (x->by_width)
    {
      HOST_WIDE_INT w = -1;
      for (unsigned i = 0; i < x->operands.size (); i++)
	if (x->operands[i].role == PX_ROLE_WIDTH)
	  w = px_constant_argument (s, i) & ~(HOST_WIDE_INT) PX_WHOLE_WARP;
      if (w < 1 || w > 32 || (w & (w - 1)))
	return false;
      p->n = w;
    }
  else if (x->by_unit)
    {
      HOST_WIDE_INT u = 0;
      for (unsigned i = 0; i < x->operands.size (); i++)
	if (x->operands[i].role == PX_ROLE_UNIT)
	  u = px_constant_argument (s, i);
      *p = u > 0 ? px_persp{ (px_level) (u & 3), (int) (u >> 2) }
		 : px_code_persp_in (px_region_of (s), current_function_decl);
    }
  else if (x->code.n)
    *p = x->code;
  return true;
}
