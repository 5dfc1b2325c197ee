/* SPDX-License-Identifier: MIT */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void by_parameter (const int *in, int *out);
