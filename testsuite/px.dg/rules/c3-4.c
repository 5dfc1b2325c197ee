/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A condition broader than the code. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  int x __perspective (thread, 1) = 0;
  __group (thread, 4)
    if (n)
      x = 1;
  (void) x;
}
