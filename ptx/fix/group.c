/* SPDX-License-Identifier: MIT */
/* Groups declarations of registers by type.

       .reg .f32 %pxf0_0;                        .reg .f32 %pxf0_0, %pxf0_1;
       .reg .b32 %pxa;                           .reg .b32 %pxa;
       .reg .f32 %pxf0_1;

   Those of GCC are in ranges (number.c); those of inline PTX, and of functions with comments for the
   debugger, keep their names.
   Only declarations that follow each other change places, so each stays before all uses.  */
#include "ptx/ptx-int.h"

enum
{
  MOST_TYPES = 16 /* in a run of declarations; of others each stays where it is */
};

bool
ptx_group_registers (ptx_func *f)
{
  ptx_stmt *last[MOST_TYPES]; /* of a type, in this run */
  unsigned types = 0;
  for (ptx_stmt *s = f->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind != PTX_ST_REG)
	{
	  types = 0;
	  continue;
	}
      unsigned k = 0;
      while (k < types && !(last[k]->reg->type == s->reg->type && last[k]->reg->vec == s->reg->vec))
	k++;
      if (k < types && last[k] != s->prev)
	{
	  ptx_remove (f, s);
	  ptx_insert_after (f, last[k], s);
	}
      if (k < MOST_TYPES)
	last[k] = s;
      types += k == types && k < MOST_TYPES;
    }
  return true;
}
