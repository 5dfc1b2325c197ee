/* SPDX-License-Identifier: MIT */
#include <px.h>

enum { C = 4, T = 64 };
/* The sum of V over a cluster: each block reads in the others' frames.  */
__device __requires (cluster (C), threads (T), smem (64)) unsigned __perspective (block, 1)
cluster_sum (unsigned v __perspective (thread, 1));
/* P of the block behind this one.  */
__device __requires (cluster (C), threads (T)) unsigned __perspective (block, 1)
next_block (const unsigned *p __perspective (block, 1));
