/* SPDX-License-Identifier: MIT */
/* Must stay out of the program: it would define one () twice.  */
#include "library.h"
__device int one (int x) { return x; }
__device int nobody (int x) { return x; }
