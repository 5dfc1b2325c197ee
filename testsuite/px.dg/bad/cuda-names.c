/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Variables and types of CUDA's that px has under another name. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (float *p)
{
  int t = threadIdx.x;	/* { dg-error {'threadIdx' undeclared; what CUDA calls so is 'px_id \(thread\)' here} } */
  t += blockIdx.x;	/* { dg-error {'blockIdx' undeclared; what CUDA calls so is 'px_id \(block\)' here} } */
  p[t + other] = 0;	/* { dg-error {'other' undeclared \(first use in this function\)} "not CUDA's" } */
}

__device void g (float4 *);	/* { dg-error {unknown type name 'float4'; what CUDA calls so is 'px_float4' here} } */
__device void h (floats *);	/* { dg-error {unknown type name 'floats'} "not CUDA's" } */

__device int
k (int i)
{
  return i % warpSize;	/* { dg-error {'warpSize' undeclared; what CUDA calls so is '32' here} } */
}
