/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (void *p)
{
  __partition (thread, 1, int *q = (int *) p + px_id (thread))
    *q = 1;
}
