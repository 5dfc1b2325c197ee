/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int *s)
{
  __partition (thread, 1, int *q = p + px_id (thread), *r = s + px_id (thread))
    *q = *r;
}
