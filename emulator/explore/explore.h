/* SPDX-License-Identifier: MIT */
/* Exploring the schedules of a kernel: explore.c.  */
#ifndef PX_EXPLORE_H
#define PX_EXPLORE_H

#include "emulator/run/observer.h"

/* Launches on EMU may ask for PX_EMU_EXPLORE and PX_EMU_TRACE.  */
void explore_watch (px_emu *emu);

#endif
