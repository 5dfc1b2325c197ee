/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32), smem (256)) void
f (int n)
{
  __shared __slots (0) int a[4][4];	/* { dg-error "PX601" } */
  __shared __slots (n) int b[4][4];	/* { dg-error "PX601" } */
  __shared __slots (3) int c[4][4];	/* { dg-error "PX603" } */
  __slots (4) int d[4][4];	/* { dg-error "PX603" } */
}
