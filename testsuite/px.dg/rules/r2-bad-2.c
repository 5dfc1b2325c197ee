/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int *p __perspective (grid, 1))
{
  int a[4] = { 1, 2, 3, 4 };
  __partition (thread, 1, int *w = p + px_id (thread))
    *w = a[px_id (thread) + 1];	/* { dg-error {this access is outside of 'a': at byte 16 of 16, by thread 3 .PX402.} } */
}
