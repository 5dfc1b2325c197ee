/* SPDX-License-Identifier: MIT */
/* Counts convergent operations.  */
#include "ptx/ptx-int.h"

void
ptx_digest_func (const ptx_func *f, ptx_digest *d)
{
  *d = (ptx_digest){ { 0 } };
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && ptx_opinfos ()[s->insn.op].flags & PTX_CONVERGENT)
      d->count[s->insn.op]++;
}
