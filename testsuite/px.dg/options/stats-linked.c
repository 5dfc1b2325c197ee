/* SPDX-License-Identifier: MIT */
/* What a kernel takes that uses what another file defines.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-stats" } */
#include <px.h>

__device extern int count;
__device int square (int);

__kernel void
f (int *out)	/* { dg-message "'f' for sm_80: 0 bytes of shared memory" "" { target *-*-* } } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *o = out + t)
    __group (thread, 1)
      *o = square (t) + count;
}
