/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int *p __perspective (grid, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread) * 2)	/* { dg-error {this partition gives byte 8 of 'p' to two units of thread.1.: thread 1 of block 0, and thread 0 of block 0 .PX401.} } */
    for (int i = 0; i < 3; i++)
      w[i] = i;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
}
