/* SPDX-License-Identifier: MIT */
#include "bundl.h"
int figures (FILE *f) { (void) f; return 0; }
