/* SPDX-License-Identifier: MIT */
/* Points beside one another are at offsets from one address, and rows at a multiple of their
   length from it: by 4 are multiplied the index of the first point, the length of a row and the
   result's index.  The row's product is in the first one only.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {mul\.wide} 3 } } */
/* { dg-final { scan-ptx-times {mad\.lo} 1 } } */
/* { dg-final { scan-ptx-times {ld\.global\.(nc\.)?[a-z0-9]+ %\w+, \[%\w+\+} 4 } } */
#include <px.h>

__kernel __requires (grid (1), threads (64)) void
f (const int *restrict in, int *restrict out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t % 8, y __perspective (thread, 1) = t / 8;
  __partition (thread, 1, int *o = out + t)
    *o = in[y * n + x] + 3 * in[y * n + (x + 1)] + 5 * in[y * n + (x + 2)] + 7 * in[(y + 1) * n + x]
	 + 9 * in[(y + 1) * n + (x + 1)] + 11 * in[(y + 1) * n + (x + 2)];
}
