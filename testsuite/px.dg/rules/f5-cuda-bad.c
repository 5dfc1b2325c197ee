/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-Wno-implicit-function-declaration" } */
/* Names of CUDA: the error says what px has.  */
#include <px.h>

__kernel void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    {
      atomicAdd (p, t);		/* { dg-error {device code calls 'atomicAdd', which is not declared .PX305.} } */
				/* { dg-message "what CUDA calls 'atomicAdd' is 'px_atomic_add' here" "" { target *-*-* } .-1 } */
      rest (p);			/* { dg-error {PX305} } */
    }
  __syncthreads ();		/* { dg-error {PX305} } */
				/* { dg-message "'__syncthreads' is not written: px orders accesses by itself" "" { target *-*-* } .-1 } */
}
