/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  __partition (thread, 1, const int *q = p + px_id (thread))
    {
      int x __perspective (thread, 1) = *q;
      (void) x;
    }
}
