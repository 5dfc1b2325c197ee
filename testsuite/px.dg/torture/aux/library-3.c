/* SPDX-License-Identifier: MIT */
#include "library.h"
__device int __attribute__ ((visibility ("hidden"))) common (int x) { return x * 2; }
__kernel static void h (int *p) { EACH_THREAD (t) { p[2] = common (1000); } }
void from_library (int *d) { LAUNCH (1, 1, h, d); }
