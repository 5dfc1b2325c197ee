/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An array where no block is: what is done with it is not told of. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (1024)) void
k (const float *in, float *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __shared float all[64];	/* { dg-error {'all' must be declared at block.1., not at grid.1. .PX203.} } */
  __partition (thread, 1, float *w = all + t)
    *w = in[t];
  __group (thread, 32)
    {
      __shared float a[32];	/* { dg-error {'a' must be declared at block.1., not at thread.32. .PX203.} } */
      __partition (thread, 1, float *w = a + px_id (thread))
	*w = in[t];
      __group (thread, 1)
	px_atomic_add (out, a[t % 32]);
    }
}

/* What to write instead.  */
/* { dg-message {'__group .block, 1. . \.\.\. .' around it, and around what uses it,} "" { target *-*-* } 10 } */
