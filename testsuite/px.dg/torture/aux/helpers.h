/* SPDX-License-Identifier: MIT */
__device void other_add (int *p __perspective (block, 1), int i);
__device void other_put (int *p, int v);
__device int other_get (const int *p);
__device __requires (block (1), threads (64)) void other_all (int *p, int v);
