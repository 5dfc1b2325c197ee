/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* One branch more than threads (T) has units for. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (384)) void
f (void)
{
  __group (block, 1)
    __split (thread)	/* { dg-message "'__split' begins here" } */
      {
	__case (256) { }
	__case (128) { }
	__case (32) { }	/* { dg-error {units 384 to 415, but only 384[^\n]*PX102} } */
      }
}
