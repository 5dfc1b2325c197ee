/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An asynchronous name that nothing uses. */
#include <px.h>

__device __requires (block (1), threads (64), smem (256)) void
f (void)
{
  __shared int a[64];
  __async (int *d = a) { }
}
