/* SPDX-License-Identifier: MIT */
#include "library.h"
__device int one (int x) { return x + 100; }
