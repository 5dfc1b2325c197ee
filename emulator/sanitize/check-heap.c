/* SPDX-License-Identifier: MIT */
/* The sanitizer: the device heap, malloc and free of kernels.

   free is a write of all of its memory: every access must be ordered before it.  What comes
   after it in this run finds no memory there (memory.c), since none is used again before the
   kernels that run have ended.  */

#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

void
check_heap_free (struct warp *w, const struct op *o, uint32_t lane, uint64_t a)
{
  px_emu_range r;
  if (!px_emu_mem_find (w->block->launch->emu, a, &r) || r.base != a || r.name != heap_name)
    return;
  struct touch t = touch_of (w, o, lane, 0, REC_WRITE, 0);
  t.verb = "free";
  check_progress (w->block->launch);
  if (!touch_range (w->block->launch->check, &t, a, r.size))
    no_memory (w, o);
}

void
check_heap_end (px_emu *emu)
{
  for (size_t i = 0; i < emu->n_ranges; i++)
    if (emu->ranges[i].name == heap_name)
      px_emu_check_leak (emu, emu->ranges[i].size, "; a kernel's malloc gave them");
}
