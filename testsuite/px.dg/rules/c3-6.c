/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Plain loads may stand where volatile ones may not (c3-bad-7), and volatile ones in code of threads.  */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (int *out, const int *values, const volatile int *flags)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t > 3 ? values[t] : 0;
  int y __perspective (thread, 1) = t > 5 && values[t];
  __partition (thread, 1, int *o = out + t)
    __group (thread, 1)
      *o = x + y + (t > 3 ? flags[t] : 0);
}
