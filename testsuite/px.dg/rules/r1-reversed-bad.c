/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* Each takes two elements, one apart.  */
__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out __perspective (grid, 1))
{
  __partition (thread, 1, int *o = out + (px_units (thread) - 1 - px_id (thread)))	/* { dg-error {this partition gives byte 4 of 'out' to two units of thread.1.: thread 62 of block 0, and thread 63 of block 0, with a grid of 1 .PX401} } */
    __group (thread, 1)
      {
	o[0] = 1;	/* { dg-message "a write by one is here" } */
	o[1] = 2;	/* { dg-message "a write by the other is here" } */
      }
}

/* The last unit of each block, and not of the grid.  */
__kernel __requires (grid (1), block (1), threads (64)) void
g (int *out __perspective (grid, 1))
{
  int i __perspective (thread, 1);
  __group (block, 1)
    i = px_units (thread) - 1 - px_id (thread);
  __partition (thread, 1, int *o = out + i)	/* { dg-error {this partition gives byte 0 of 'out' to two units of thread.1.[^\n]*PX401} } */
    __group (thread, 1)
      *o = 1;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
}

/* Of sizes.  */
__kernel __requires (grid (1), block (1), threads (64)) void
h (int *out __perspective (grid, 1), int n)
{
  __partition (thread, 1, int *o = out + (n - 1 - px_id (thread)))	/* { dg-error {this partition gives byte 4 . n - 252 of 'out' to two units of thread.1.: thread 62 of block 0, and thread 63 of block 0 .PX401} } */
    __group (thread, 1)
      {
	o[0] = 1;	/* { dg-message "a write by one is here" } */
	o[1] = 2;	/* { dg-message "a write by the other is here" } */
      }
}
