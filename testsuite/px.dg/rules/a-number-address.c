/* SPDX-License-Identifier: MIT */
/* An address with a number in it that an intrinsic without arguments gives.  */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (const int *in, long *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, long *q = out + t)
    __group (thread, 1)
      *q = *(const int *) ((long) in + (long) (px_clock () & 4));
}
