/* SPDX-License-Identifier: MIT */
/* Blocks 0 and 1 bring each other halves of a tile, and so do blocks 2 and 3, by places and masks that conditions on the rank
   choose: those that write the same bytes reach different blocks.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90 -fplugin-arg-px-undecided=error" } */

#define CLUSTER 4
#define FILL \
  for (int i = 0; i < n; i++) \
    __async (int *a = x[i % S]) \
      { \
	if (r < 2) \
	  px_bulk_load_multicast (a + r * 2 * PART, in + (cl * n + i) * N + r * 2 * PART, 8 * PART, 3); \
	if (r >= 2) \
	  px_bulk_load_multicast (a + (r - 2) * 2 * PART, in + (cl * n + i) * N + (r - 2) * 2 * PART, 8 * PART, 12); \
      }
#include "aux/multicast.h"
