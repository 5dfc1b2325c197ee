/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O0" } */
/* Facts that && joins are facts each, without optimisation, too.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
rows (int *out, int n, int w)
{
  px_assume (n > 0 && (n < 1000 && w >= n));
  __partition (thread, 1, int *o = out + px_id (thread) * w)
    __group (thread, 1)
      for (int i = 0; i < n; i++)
	o[i] = i;
}
