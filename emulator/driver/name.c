/* SPDX-License-Identifier: MIT */
/* libcuda.so.1, in a folder of its own.  It only requires libpxemu, so that a program linked
   with -lcuda runs on the emulator when LD_LIBRARY_PATH names that folder.  */
#include "emulator/pxemu.h"

/* Without a use the linker would drop libpxemu.  */
static const char *(*const need) (void) __attribute__ ((used)) = pxemu_describe;
