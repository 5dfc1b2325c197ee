/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __split (thread)
    {
      __case (32)
	for (;;) { }
      __case (32)
	__atomic_fetch_add (p, 1, __ATOMIC_RELAXED);
    }
}
