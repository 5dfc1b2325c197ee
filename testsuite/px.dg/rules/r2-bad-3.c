/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int n)
{
  __group (block, 1)
    {
      __shared int a[64];
      __partition (thread, 1, int *w = a + px_id (thread) - 1)
        *w = n;	/* { dg-error {this access is outside of 'a': at byte -4 of 256, by thread 0 .PX402.} } */
    }
}
