/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* GCC 14 makes errors of these warnings: { dg-options "-O2 -Wno-error=implicit-function-declaration" } */
/* A name that CUDA has, a misspelt one, and a function that may be elsewhere. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
k (const float *in, float *out)
{
  __group (block, 1)
    {
      __shared float tile[64];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, float *w = tile + t)
	*w = in[t];
      __syncthreads ();	/* { dg-error {device code calls '__syncthreads', which is not declared .PX305.} } */
/* { dg-message "'__syncthreads' is not written: px orders accesses by itself" "" { target *-*-* } .-1 } */
/* { dg-warning "implicit declaration" "" { target *-*-* } .-2 } */
      __group (thread, 1)
	px_atomic_add (out, px_fast_sim (tile[t ^ 1]));	/* { dg-error {device code calls 'px_fast_sim', which is not declared .PX305.} } */
/* { dg-warning "implicit declaration of function 'px_fast_sim'; did you mean 'px_fast_sin'" "" { target *-*-* } .-1 } */
    }
}
