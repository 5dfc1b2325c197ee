/* SPDX-License-Identifier: MIT */
#include "library.h"
__kernel void g (int *p) { p[1] = one (100); }
