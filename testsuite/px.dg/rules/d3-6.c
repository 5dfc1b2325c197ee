/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* A kernel without smem () may have all of the device's.  */
static inline __device
__requires (block (1), smem (48)) void k (int n)
{
  __shared int p5[12];
  p5[n];
}
__kernel
__requires (grid (1), block (1), threads (4)) void f (int n)
{
  __group (block, 1)
    {
      __shared int p4[20000];
      p4[n];
      k (3);
    }
}
__kernel
__requires (grid (1), block (1), threads (4), smem (96)) void g (int n)
{
  __group (block, 1)
    {
      __shared int p4[12];
      p4[n];
      k (3);
    }
}
__kernel
__requires (grid (1), block (1), threads (4), smem (48)) void h (int n)
{
  __group (block, 1)
    {
      __shared int p4[12];
      p4[n];
    }
  __group (block, 1)
    {
      __shared int p4[12];
      p4[n];
    }
  __group (block, 1)
    k (3);
}
/* Nor needs a function that is inlined one.  */
static inline __device __requires (block (1)) int
l (int n)
{
  __shared int p5[12];
  return p5[n % 12];
}
