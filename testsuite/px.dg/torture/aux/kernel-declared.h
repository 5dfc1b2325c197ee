/* SPDX-License-Identifier: MIT */
#include "../../aux/t.h"
__kernel void elsewhere (int *, int);
void from_there (int *);
