/* SPDX-License-Identifier: MIT */
/* L1: clusters of another size, a grid that is no multiple of them, shared memory
   beyond any device, and more threads than a launch can have.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

__kernel __requires (grid (1), block (2), cluster (2), threads (32))
void pairs (int *p)
{
}

__kernel
void any (int *p)
{
}

static void
refused (px_status s, const char *kernel, const char *rule, const char *value)
{
  CHECK (s);
  CHECK (strstr (px_status_text (s), kernel));
  CHECK (strstr (px_status_text (s), rule));
  CHECK (strstr (px_status_text (s), value));
}

int
main (void)
{
  int *p = t_dev (NULL, 4);
  refused (px_launch (px_with_cluster (px_grid (4, 32), 4), pairs, p), "pairs", "cluster (2)", "4");
  refused (px_launch (px_grid (3, 32), pairs, p), "pairs", "block (2)", "3");
  refused (px_launch (px_grid_smem (1, 32, 1L << 31), any, p), "any", "shared memory", "2147483648");
  refused (px_launch (px_grid (1L << 22, 1024), any, p), "any", "threads", "4194304");
  LAUNCH (2, 32, pairs, p);
  LAUNCH (1, 1, any, p);
  return 0;
}
