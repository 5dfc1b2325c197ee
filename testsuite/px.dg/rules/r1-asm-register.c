/* SPDX-License-Identifier: MIT */
/* R1: what an asm of the user's gives is not known, though its text reads a register that px
   knows; what px_id gives is.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-explain" } */
#include <px.h>

#define KERNEL(name, number) \
__kernel __requires (grid (1), block (1), threads (64)) void \
name (int *out) \
{ \
  int b __perspective (block, 1) = px_id (block); \
  __partition (block, 1, int *o = out + b * 64) \
    __group (block, 1) \
      { \
	int t __perspective (thread, 1) = 0, me __perspective (thread, 1) = px_id (thread); \
	__group (thread, 1) { number; } \
	__partition (thread, 1, int *w = o + t) \
	  __group (thread, 1) \
	    *w = me; \
      } \
}

KERNEL (halves, __unsafe { asm ("shr.u32 %0, %%tid.x, 1;" : "=r" (t)); })	/* { dg-message "thread.1.: not decided whether two units meet in .out." } */
/* { dg-message "block.1.: not decided whether two units meet in .out." "" { target *-*-* } .-1 } */
KERNEL (number, __unsafe { asm ("mov.u32 %0, %%tid.x;" : "=r" (t)); })	/* { dg-message "thread.1.: not decided whether two units meet in .out." } */
/* { dg-message "block.1.: not decided whether two units meet in .out." "" { target *-*-* } .-1 } */
KERNEL (own, t = me)	/* { dg-message "race-free: no two units of thread.1. meet in .out." } */
/* { dg-message "race-free: no two units of block.1. meet in .out." "" { target *-*-* } .-1 } */
