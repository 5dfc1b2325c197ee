/* SPDX-License-Identifier: MIT */
#include <px.h>

enum { BT = 128 };

/* Of blocks.c: of the numbers of a block's threads.  */
#define BLOCK __requires (block (1), threads (BT), smem (64))
__device BLOCK int block_max (int v __perspective (thread, 1));
__device BLOCK int block_sum (int v __perspective (thread, 1));
