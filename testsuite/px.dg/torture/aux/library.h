/* SPDX-License-Identifier: MIT */
#include "../../aux/t.h"
__device int one (int);
__kernel void g (int *);
void from_library (int *);
