/* SPDX-License-Identifier: MIT */
/* A device function that is defined in another file is declared as C does it.  */
#include <px.h>

/* How many steps of z = z * z + c, from z = 0 and c = X + i Y, stay within
   |z| < 2, at most LIMIT.  X and Y count 2^-24.  */
__device int orbit (int x, int y, int limit);
