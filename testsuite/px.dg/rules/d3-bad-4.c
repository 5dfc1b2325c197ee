/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An alignment above 1024; initialisers.  */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32), smem (9000)) void
f (void)
{
  __group (block, 1)
    {
      __shared _Alignas (2048) int a[4];	/* { dg-error "PX203" } */
      __shared int b = 1;	/* { dg-error "PX203" } */
      __shared int c[2] = { 1, 2 };	/* { dg-error "PX203" } */
      (void) a;
      (void) b;
      (void) c;
    }
}
