/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  unsigned long a = (unsigned long) p + 4;
  int x __perspective (thread, 1) = 0;
  __partition (thread, 1, int *q = p + px_id (thread))
    x = *(int *) a;
  *(int *) a = 2;	/* { dg-error "PX204" } */
  (void) x;
}
