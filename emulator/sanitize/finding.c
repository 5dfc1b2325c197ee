/* SPDX-License-Identifier: MIT */
/* Findings for programs that run kernels and decide by what was found: px prove's replays.  */
#include "emulator/sanitize/found.h"
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
  /* Of what is reported of asynchronous operations, two accesses to memory; the rest is about operands.  */
  bool race = x->kind == REP_RACE || (x->kind == REP_ASYNC && x->n == 2 && x->memory);
  bool deadlock = x->error == PX_EMU_DEADLOCK;
  f->shared = x->in_shared || x->kind == REP_OUTLIVES;
  if (race)
    f->kind = PXEMU_RACE;
  else if (x->kind == REP_OUTLIVES)
    f->kind = PXEMU_OUTLIVES;
  else if (x->kind == REP_REGISTERS)
    f->kind = PXEMU_REGISTERS;
  else if (deadlock)
    f->kind = x->polls ? PXEMU_OTHER : PXEMU_DEADLOCK;
  else
    f->kind
      = x->kind == REP_SYNC && x->error != PX_EMU_ILLEGAL_INSTRUCTION ? PXEMU_SYNC : PXEMU_OTHER;
  f->ended = x->error != PX_EMU_OK;
  f->what = x->what;
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
