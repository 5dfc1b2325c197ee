/* SPDX-License-Identifier: MIT */
/* Loose keywords are told where warnings are not.  */
/* { dg-do compile } */
/* { dg-additional-options "-w" } */
#include <px.h>

__kernel;	/* { dg-error {'__kernel' belongs to a declaration, and there is none .PX603.} } */
__device __requires (block (1)) void
f (int *p)
{
  int unused, twice = unused;
  __shared __slots (3);	/* { dg-error {'__shared' belongs to a declaration, and there is none .PX603.} } */
  __perspective (thread, 1);	/* { dg-error {'__perspective' belongs to a declaration, and there is none .PX603.} } */
}
