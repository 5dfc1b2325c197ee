/* SPDX-License-Identifier: MIT */
/* The emulator in place of NVIDIA's libraries.  */
#ifndef PX_TOOLS_FIND_EMULATOR_H
#define PX_TOOLS_FIND_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>

/* Makes programs that this process runs from now on find our libcuda.so.1, libcudart.so,
   libcublas.so and others, and px-static.so: next to this program if it runs from the build folder,
   else where they are installed.  False without memory.  */
bool px_find_emulator (void);

/* The first of the names in CHECK, separated by commas, that the sanitizer's checks do not have, of *N
   characters; NULL: they have all.  */
const char *px_wrong_check (const char *check, size_t *n);

#endif
