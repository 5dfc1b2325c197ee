/* SPDX-License-Identifier: MIT */
/* Multicasts with masks that conditions choose, and all reach the blocks that drain: nothing is said, also where somebody answers
   for a mask.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */

#define FILL \
  for (int i = 0; i < n; i++) \
    __async (int *a = x[i % S]) \
      { \
	const int *from = in + (cl * n + i) * N; \
	px_bulk_load_multicast (a + (r & 1) * PART, from + (r & 1) * PART, 4 * PART, r < 2 ? 3 : 12); \
	if (i & 1) \
	  px_bulk_load_multicast (a + (2 + (r & 1)) * PART, from + (2 + (r & 1)) * PART, 2 * PART, r < 2 ? 3 : 12); \
	else \
	  px_bulk_load_multicast (a + (2 + (r & 1)) * PART, from + (2 + (r & 1)) * PART, 2 * PART, 3 << (r & 2)); \
	__unsafe px_bulk_load_multicast (a + (2 + (r & 1)) * PART + PART / 2, from + (2 + (r & 1)) * PART + PART / 2, 2 * PART, n == 10 ? 3 << (r & 2) : 15); \
      }
#include "aux/multicast.h"
