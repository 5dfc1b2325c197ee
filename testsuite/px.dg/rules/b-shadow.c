/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int *r)
{
  __partition (thread, 1, int *q = p + px_id (thread))
    __partition (thread, 1, int *p = r + px_id (thread))
      *q = *p;
}
