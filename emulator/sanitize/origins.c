/* SPDX-License-Identifier: MIT */
/* The sanitizer: where values come from that nobody has set (undefined.c), and the reports of
   their use.  What is known is kept in few places, the last that came stays: a report may
   lack it.  */

#include "emulator/sanitize/undefined.h"
#include "emulator/code/decode.h"

#include <stdio.h>
#include <stdlib.h>

/* Where what a register holds comes from, as far as that is still known.  */
static struct origin *
origin_at (const struct warp *w, uint32_t mark)
{
  return &w->check->origins[((uintptr_t) w->frame / 64 * 0x9e3779b1u + mark) % ORIGINS];
}

const struct origin *
origin_of (const struct warp *w, uint32_t mark)
{
  const struct origin *o = w->check->origins ? origin_at (w, mark) : NULL;
  return o && o->frame == w->frame && o->mark == mark ? o : NULL;
}

void
set_origin (struct warp *w, uint32_t mark, const struct origin *from)
{
  struct check_warp *cw = w->check;
  if (!cw->origins && !(cw->origins = calloc (ORIGINS, sizeof *cw->origins)))
    return;
  struct origin x = from ? *from : (struct origin){ .from = FROM_NOWHERE };
  x.frame = w->frame;
  x.mark = mark;
  *origin_at (w, mark) = x;
}

void
no_gap (struct warp *w, uint32_t mark)
{
  if (origin_of (w, mark))
    origin_at (w, mark)->gap = false;
}

/* The same of what lies at byte AT of the lanes' local memory, by words of 4 bytes.  */
static struct origin *
local_origin (const struct warp *w, uint64_t at)
{
  return &w->check->origins[(at / 4 * 0x9e3779b1u >> 8) % ORIGINS];
}

const struct origin *
origin_of_local (const struct warp *w, uint64_t at)
{
  const struct origin *o = w->check->origins ? local_origin (w, at) : NULL;
  return o && !o->frame && o->mark == (uint32_t) at / 4 && o->from != FROM_NOWHERE ? o : NULL;
}

void
set_local_origin (struct warp *w, uint64_t at, const struct origin *from)
{
  struct check_warp *cw = w->check;
  if (!from || (!cw->origins && !(cw->origins = calloc (ORIGINS, sizeof *cw->origins))))
    return;
  struct origin x = *from;
  x.frame = NULL;
  x.mark = at / 4;
  cw->local_origins = true;
  *local_origin (w, at) = x;
}

/* SIZE bytes from AT on are other variables now.  */
void
forget_local_origins (struct warp *w, uint64_t at, uint64_t size)
{
  for (uint32_t k = 0; w->check->local_origins && k < ORIGINS; k++)
    if (!w->check->origins[k].frame && w->check->origins[k].mark - at / 4 < (at % 4 + size + 3) / 4)
      w->check->origins[k].from = FROM_NOWHERE;
}

/* LANES of W use at O what R holds, and it is undefined there: WHAT.  */
void
tell_undefined (struct warp *w, const struct op *o, const struct undef_ref *r, uint32_t lanes,
		const char *what)
{
  const px_emu_func *f = w->frame->func;
  const struct origin *from = origin_of (w, r->mark);
  struct access_at at[2]
    = { { "use", site_of (w, o), block_number (w->block), w->index, __builtin_ctz (lanes), 0, 0 } };
  static const char *const verbs[] = { "read of local memory",
				       "read of shared memory",
				       "read of global memory",
				       "store in shared memory",
				       "shuffle",
				       "argument or result" };
  static const char *const texts[]
    = { "a value from local memory that the thread has not written",
	"a value from shared memory that nobody has written",
	"a value from global memory that nobody has written",
	"a value from shared memory that nobody has set",
	"what a shuffle gives of a thread that takes no part in it",
	"an argument or a result of a function that nothing has set" };
  char text[200];
  if (from && from->from != FROM_NOWHERE)
    {
      snprintf (text, sizeof text, "%s %s", what, texts[from->from]);
      at[1] = (struct access_at){
	verbs[from->from], from->site, from->block, from->warp, from->lane, 0, 0
      };
      report (
	w, from->from == FROM_SHUFFLE ? REP_SYNC : REP_INIT, text, at, 2, from->at, from->size,
	from->from == FROM_SHUFFLE
	  ? "a mask with the thread that is read, which must be there, or a test before the use"
	: from->from == FROM_SHARED || from->from == FROM_GLOBAL ? "a write before the read"
								 : "a value for it on every path");
      return;
    }
  if (r->reg == NONE)
    snprintf (text, sizeof text, "%s a value that nothing on the way there has set", what);
  else
    snprintf (text, sizeof text, "%s register %s, which nothing on the way there has set", what,
	      f->ir->regs[r->reg].name);
  report (w, REP_INIT, text, at, 1, 0, 0, "a value for it on every path");
}

/* What R holds in the lanes BAD is the rest of a reduction by shuffles down: the lowest lane's
   is defined, and nobody uses the others'.  Shuffles of other modes are meant for all lanes.  */
bool
is_rest_of_shuffle (const struct warp *w, const struct undef_ref *r, uint32_t bad)
{
  const struct origin *from = origin_of (w, r->mark);
  return from && from->from == FROM_SHUFFLE && from->rest && !(bad & w->mask & -w->mask);
}
