/* SPDX-License-Identifier: MIT */
/* Facts about the launch's size that do not exclude a second block (f8-units.c has those that do).  */
/* { dg-do compile } */
#include <px.h>


/* In more than one block they meet.  */
__kernel __where (px_units (block) <= 2) void
two_blocks (int *out)
{
  __partition (block, 1, int *o = out)	/* { dg-error {PX401} } */
    __group (block, 1)
      __partition (thread, 1, int *q = o + px_id (thread))
	__group (thread, 1)
	  *q = 1;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
}

/* 257 blocks are one as a char.  */
__kernel __where ((signed char) px_units (block) == 1) void
many_blocks (int *out)
{
  __partition (block, 1, int *o = out)	/* { dg-error {PX401} } */
    __group (block, 1)
      __partition (thread, 1, int *q = o + px_id (thread))
	__group (thread, 1)
	  *q = 1;	/* { dg-message "a write by one is here" } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-1 } */
}
