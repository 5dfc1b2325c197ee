/* SPDX-License-Identifier: MIT */
/* Groups declarations of registers by type.

   GCC numbers registers as they come, and declares each by itself:

       .reg .u32 %r22;                           .reg .b32 %r22, %r24;
       .reg .u64 %r23;                           .reg .b64 %r23;
       .reg .u32 %r24;

   The text of an image has as many declarations as instructions; grouped, they are a sixth of it less.
   Only declarations that follow each other change places, so each stays before all uses.  */
#include "ptx/ptx-int.h"

enum
{
  MOST_TYPES = 16 /* in a run of declarations; of others each stays where it is */
};

void
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
}
