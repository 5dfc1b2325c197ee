/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O0" } */
/* As r1-assume-and.c, but the rows are one too short.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
rows (int *out, int n, int w)
{
  px_assume (n > 1 && (n < 1000 && w >= n - 1));
  __partition (thread, 1, int *o = out + px_id (thread) * w)	/* { dg-warning {thread 0 of block 0, and thread 1 of block 0, where w = 1 and n >= 2 .PX403.} } */
  /* { dg-message {if no launch is like this, state why} "" { target *-*-* } .-1 } */
    __group (thread, 1)
      for (int i = 0; i < n; i++)
	o[i] = i;	/* { dg-message "is here" "" } */
}
