/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t;
  x = x > n ? n : x;
  x = x < 0 ? -x : x;
  _Bool b __perspective (thread, 1) = !(x && n) || x == 3;
  (void) b;
}
