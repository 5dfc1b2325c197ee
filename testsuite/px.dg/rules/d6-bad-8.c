/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What one branch writes and two others read is told once. */
#include <px.h>

__device __requires (block (1), threads (96)) void
f (int *p)
{
  int x __perspective (thread, 1) = 0;
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	__atomic_fetch_add (p, 1, __ATOMIC_RELAXED);
      __case (32)
	x = p[0];	/* { dg-error {'p' is written in one branch of a '__split' and used in another[^\n]*PX206} } */
      __case (32)
	x = p[1];
    }
  (void) x;
}
