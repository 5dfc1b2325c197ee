/* SPDX-License-Identifier: MIT */
/* A kernel keeps its name in notes of late passes.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-px-explain" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
turn (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * 64)	/* { dg-message "race-free" } */
    __group (block, 1)
      {
	__shared int tile[64];	/* { dg-message "bytes 0 to 255" } */
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = tile + t)	/* { dg-message "race-free" } */
	  *w = in[b * 64 + t];	/* { dg-message "a write of 'tile' here" } */
	__partition (thread, 1, int *q = o + t)	/* { dg-message "synchronisation 1 of 'turn'" } */
	  /* { dg-message "race-free" "q" { target *-*-* } .-1 } */
	  *q = tile[63 - t];	/* { dg-message "then a read here" } */
      }
}
