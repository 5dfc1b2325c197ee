/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array without elements. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
k (int *out)
{
  __group (block, 1)
    {
      __shared int s[0];
      __group (thread, 1)
	px_atomic_add (out, s[1]);	/* { dg-error {outside of 's': at byte 4 of 0, by thread 0 .PX402.} } */
/* { dg-warning "nothing is written to 's'" "" { target *-*-* } .-1 } */
    }
}
