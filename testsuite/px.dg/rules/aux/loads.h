/* SPDX-License-Identifier: MIT */
/* Prism Figs. 18 to 20: a load for a block, of loads of warps, of loads of
   threads.  Each thread gets ITEMS elements; INPUT is the unit's first.  */
#include <px.h>

__device __requires (block (1), threads (64)) void
block_load (const int *input, int *output __perspective (thread, 1), int items);

__device __requires (thread (32)) void
warp_load (const int *input, int *output __perspective (thread, 1), int items);

__device void
thread_load (const int *input, int *output, int items);
