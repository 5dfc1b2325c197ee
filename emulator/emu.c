/* SPDX-License-Identifier: MIT */
/* A device with all that may watch it.  run/ knows none of these tools; here is the one place that
   knows them all.  */

#include "emulator/compile/compile.h"
#include "emulator/debug/debug.h"
#include "emulator/explore/explore.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

px_emu *
px_emu_new (int workers)
{
  px_emu *emu = engine_new (workers);
  if (!emu)
    return NULL;
  /* A launch begins with them in this order: what the explorer runs is neither checked nor
     debugged.  */
  explore_watch (emu);
  check_watch (emu);
  compile_watch (emu);
  debug_watch (emu);
  return emu;
}

void
px_emu_free (px_emu *emu)
{
  if (emu)
    engine_free (emu);
}
