/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64), smem (256)) int
f (void)
{
  __shared int a[64];
  int x = 0;
  __async (int *d = a)	/* { dg-message "'__async' begins here" } */
    x = d[0];	/* { dg-error "PX207" } */
  return x;
}
