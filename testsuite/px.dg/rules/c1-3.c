/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A cluster holds blocks; threads (T) holds any divisor of T. */
#include <px.h>

__kernel __requires (grid (1), cluster (4), threads (384)) void
f (void)
{
  __group (block, 4)
    __group (block, 2)
      __group (block, 1)
	__group (thread, 384)
	  __group (thread, 96) { }
}
