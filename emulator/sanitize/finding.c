/* SPDX-License-Identifier: MIT */
/* Findings for programs that run kernels and decide by what was found: px prove's replays.  */
#include "emulator/sanitize/report.h"
#include "emulator/pxemu.h"

#include <string.h>

__attribute__ ((visibility ("default"))) bool
pxemu_finding (unsigned i, struct pxemu_finding *f)
{
  const struct found *x = first_finding ();
  for (; x && i; i--)
    x = x->next;
  if (!x)
    return false;
  memset (f, 0, sizeof *f);
  /* Of what is reported of asynchronous operations, two accesses to memory; the rest is about registers
     and operands.  */
  bool race = x->kind == REP_RACE || (x->kind == REP_ASYNC && x->n == 2 && x->memory);
  f->kind = race ? PXEMU_RACE : x->kind == REP_SYNC ? PXEMU_SYNC : PXEMU_OTHER;
  f->what = x->what;
  f->shared = x->in_shared;
  f->n = x->n;
  for (int k = 0; k < x->n; k++)
    {
      const struct spot *s = &x->at[k];
      struct pxemu_place *p = &f->at[k];
      p->verb = s->verb;
      p->file = s->file;
      p->line = s->line;
      p->ptx_line = s->ptx_line;
      memcpy (p->block, s->block, sizeof p->block);
      memcpy (p->thread, s->thread, sizeof p->thread);
    }
  return true;
}
