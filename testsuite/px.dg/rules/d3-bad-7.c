/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* Arrays need room in the signature, a called function's too.  */
__device __requires (block (1), smem (500)) void h (int n);
__device
__requires (block (1), smem (20)) void g (int n)
{
  h (n);	/* { dg-error {this call needs 500 bytes of shared memory in all, but the function's 'smem' is 20 .PX203.} } */
}
__device
__requires (block (1)) void i (int n)
{
  __shared int p5[12];	/* { dg-error {'p5' in 'i', whose '__requires' has no 'smem .48.' .PX203.} } */
}
static inline __device
__requires (block (1), smem (48)) void k (int n)
{
  __shared int p5[12];
  p5[n];
}
__kernel
__requires (grid (1), block (1), threads (4), smem (40)) void f (int n)
{
  __group (block, 1)
    {
      k (3);	/* { dg-error {this call needs 48 bytes of shared memory in all, but the function's 'smem' is 40 .PX203.} } */
    }
}
__kernel
__requires (grid (1), block (1), threads (4)) void l (int n)
{
  __group (block, 1)
    {
      __shared int p4[60000];	/* { dg-error {240000 bytes of shared memory are more than the [0-9]+ that sm_.. has .PX203.} } */
    }
}
