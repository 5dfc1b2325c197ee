/* SPDX-License-Identifier: MIT */
/* The debugger (PXEMU_DEBUG): a kernel stops at lines of its source, and its
   threads, registers and memory can be looked at from the terminal.  One worker
   runs the launch then.  */
#ifndef PX_DEBUG_H
#define PX_DEBUG_H

#include "emulator/engine.h"

struct debugger;

/* If PXEMU_DEBUG asks for it; else, or without memory, NULL.  Reads commands from
   the standard input.  */
struct debugger *debug_new (void);
void debug_free (struct debugger *);
/* L is about to run.  */
void debug_launch (struct debugger *, struct launch *l);
/* Run W from O on as far as it goes, stopping where the user wants.  */
void run_debugged (struct debugger *, struct warp *w, const struct op *o);

#endif
