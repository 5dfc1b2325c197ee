/* SPDX-License-Identifier: MIT */
#include "library.h"
__kernel void g (int *p) { EACH_THREAD (t) { p[1] = one (100); } }
