/* SPDX-License-Identifier: MIT */
/* What px_load and px_store access, in races and beyond the end: matrices of two warps
   that share a row, or columns, and that end behind the array.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (2048)) void
f (float *out __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + 256 * blk)
    __group (block, 1)
      {
	__shared float c[32][16];
	int w __perspective (thread, 32) = px_id (thread, 32);
	px_acc (float, 16, 8) a __perspective (thread, 32);
	px_zero (&a);
	__partition (thread, 32, float *x = c[16 * w])
	  px_store (x + 8, 16, &a);
	__partition (thread, 32, float *x = c[15 * w])	/* { dg-error {byte 960 of 'c' to two units of thread.32.[^\n]*PX401} } */
	  px_store (x, 16, &a);
	/* { dg-message {a write by one is here} "" { target *-*-* } .-1 } */
	/* { dg-message {a write by the other is here} "" { target *-*-* } .-2 } */
	__partition (thread, 32, float *x = c[0] + 8 * w)
	  px_store (x, 16, &a);
	__partition (thread, 32, float *x = c[0] + 6 * w)	/* { dg-error {byte 24 of 'c' to two units of thread.32.[^\n]*PX401} } */
	  px_store (x, 16, &a);
	/* { dg-message {a write by one is here} "" { target *-*-* } .-1 } */
	/* { dg-message {a write by the other is here} "" { target *-*-* } .-2 } */
	__partition (thread, 32, float *x = c[16 * w])	/* { dg-error {byte 1072 of 'c' to two units of thread.32.[^\n]*PX401} } */
	  px_store (x + 8, 20, &a);		/* { dg-error {outside of 'c': at byte 2096 of 2048[^\n]*PX402} } */
	/* { dg-message {a write by one is here} "" { target *-*-* } .-1 } */
	/* { dg-message {a write by the other is here} "" { target *-*-* } .-2 } */
	px_load (&a, c[17], 16);		/* { dg-error {outside of 'c': at byte 2048 of 2048[^\n]*PX402} } */
	px_load (&a, c[16] + 8, 16);
	__partition (thread, 32, float *x = o + 128 * w)
	  px_store (x, 8, &a);
      }
}
