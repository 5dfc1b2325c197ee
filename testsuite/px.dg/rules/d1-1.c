/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Write down: a value goes to what is as broad or narrower. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int n)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1)
    {
      int x = b + n;
      int y __perspective (thread, 32) = x;
      int z __perspective (thread, 8) = y + x;
      int t __perspective (thread, 1) = z * x;
      t += px_id (thread);
      (void) t;
    }
}
