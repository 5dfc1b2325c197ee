/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column -Wno-error=implicit-function-declaration" } */
/* Functions and types of CUDA's host code, also among the arguments of px's macros.  */
#include <px.h>

__kernel void k (int n);

int
main (void)
{
  float *y;
  cudaMalloc (&y, 4096);	/* { dg-warning {implicit declaration of function 'cudaMalloc'; what CUDA calls so is 'px_alloc' here} } */
  if (px_check (px_launch (px_grid ((dim3) { 4, 1, 1 }, 256), k, 1024)))	/* { dg-error {'dim3' undeclared; what CUDA calls so is 'px_grid \(blocks, threads\)' here} } */
    return 1;
  cudaDeviceSynchronize ();	/* { dg-warning {what CUDA calls so is 'px_synchronize' here} } */
  return 0;
}
