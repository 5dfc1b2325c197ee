/* SPDX-License-Identifier: MIT */
/* The debugger (PXEMU_DEBUG): a kernel stops at lines of its source, and its
   threads, registers and memory can be looked at from the terminal.  One worker
   runs the launch then.  */
#ifndef PX_DEBUG_H
#define PX_DEBUG_H

#include "emulator/run/engine.h"

struct debugger;

/* Where a thread is.  */
struct here
{
  struct warp *w;
  struct frame *frame;
  const struct op *pc; /* NULL: the thread has exited */
  uint32_t mask;       /* lanes there with it */
  int lane;
  const char *waits; /* or NULL */
};

/* EMU gets a debugger if PXEMU_DEBUG asks for it and there is memory: it reads commands from the
   standard input.  */
void debug_watch (px_emu *emu);

/* value.c: of a thread that has not exited.  What is wrong with the text of an
   expression is printed in place of its value, or is *ERROR.  */
/* Print expression TEXT; FORMAT: x, d, u, f, c or 0.  */
void debug_print (const struct here *, const char *text, char format);
/* The lanes of H's mask for which TEXT is not 0.  */
uint32_t debug_true (const struct here *h, const char *text, const char **error);
/* The address that TEXT, a pointer, array or number, is.  */
bool debug_address (const struct here *, const char *text, uint64_t *a, const char **error);
/* Print BITS at address A; TYPE: b, u, s or f.  False: there is no memory.  */
bool debug_memory (const struct here *, uint64_t a, char type, unsigned bits);
void debug_registers (const struct here *);
void debug_variables (const struct here *, bool args);

#endif
