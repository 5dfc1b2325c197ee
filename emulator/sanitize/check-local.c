/* SPDX-License-Identifier: MIT */
/* The sanitizer: generic addresses of local memory (PTX ISA 5.1.5: it is private to a thread; of a
   function's variables only while that is called).  All threads have theirs at the same addresses, so
   a device gives who uses another's address what he has there himself, without a word.

   Here such an address says whose it is, in bits that are free (engine.h): those of the lane, and of
   the frame that the variable is in, which gets a number with the first address that is taken of it.
   Numbers come again after OWNERS of them, so a use may be missed; none is reported that is right, as
   a thread compares with its own frames' numbers.  Local memory itself begins anew with each block.  */

#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
  LANE_BITS = 5,
  OWNERS = 1 << (LOCAL_OWNER_BITS - LANE_BITS)
};
_Static_assert(LANES == 1 << LANE_BITS, "a lane has so many bits in an owner's number");

/* A frame that an address was taken in.  */
struct local_owner
{
  uint64_t grid, block;
  uint32_t warp, site;
};

/* The frame of LANE of W that byte AT of its local memory is in.  What alloca gave is at the top, and
   the thread's.  */
static struct frame *
frame_at (struct warp *w, uint32_t lane, uint32_t at)
{
  struct frame *f = w->frame;
  if (at >= w->top[lane])
    return &w->base;
  while (f->up && at < f->sp)
    f = f->up;
  return f;
}

uint32_t
check_local_taken (struct warp *w, const struct op *o, uint32_t lane, uint32_t at)
{
  struct launch *l = w->block->launch;
  struct check_device *d = l->check->dev;
  struct frame *f = frame_at (w, lane, at);
  if (!d->owners && !(d->owners = calloc (OWNERS, sizeof *d->owners)))
    {
      report_incomplete ("no memory for the owners of local memory: uses by other threads");
      return 0;
    }
  /* 0: an address that does not say whose it is.  */
  if (!f->owner && !(f->owner = ++d->n_owners % OWNERS))
    f->owner = ++d->n_owners % OWNERS;
  d->owners[f->owner]
    = (struct local_owner){ l->grid_id, block_number (w->block), w->index, site_of (w, o) };
  return f->owner << LANE_BITS | lane;
}

bool
check_local_used (struct warp *w, const struct op *o, uint32_t lane, uint32_t owner, uint32_t at,
		  uint32_t size, enum access access)
{
  struct launch *l = w->block->launch;
  struct check_device *d = l->check->dev;
  const struct local_owner *who = &d->owners[owner >> LANE_BITS];
  uint32_t whose = owner % LANES;
  const char *verb = access == ACC_STORE ? "write" : access == ACC_LOAD ? "read" : "atomic access";
  const char *text;
  if (frame_at (w, lane, at)->owner << LANE_BITS == owner - whose && whose == lane)
    return true;
  struct cause cause = { .at = { "address taken", who->site, who->block, who->warp, whose, 0, 0 } };
  if (who->grid != l->grid_id)
    {
      cause.at.verb = NULL;
      text = "local memory of a thread that has ended, of an earlier kernel";
    }
  else if (who->block != block_number (w->block) || who->warp != w->index || whose != lane)
    {
      text = "another thread's local memory";
      cause.missing = "local memory is its thread's: shared or global memory, or a shuffle, for "
		      "what others need";
    }
  else
    {
      const struct frame *f = w->frame;
      while (f && f->owner != owner >> LANE_BITS)
	f = f->up;
      text = f ? "local memory of another function than the address is of"
	       : "local memory of a function that has returned";
      if (!f)
	cause.missing = "a variable that lives as long as its address: the caller's";
    }
  l->check->cause = &cause;
  fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << lane, at, size, "%s of %u bytes of %s", verb, size,
	text);
  l->check->cause = NULL;
  return false;
}
