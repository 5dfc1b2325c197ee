/* SPDX-License-Identifier: MIT */
/* libcuda.so.1, in a folder of its own: nothing but the need for libpxemu, so
   that a program linked with -lcuda runs on the emulator when LD_LIBRARY_PATH
   names that folder.  */
#include "emulator/pxemu.h"

/* Without a use of it the linker would leave libpxemu out.  */
static const char *(*const need) (void) __attribute__ ((used)) = pxemu_describe;
