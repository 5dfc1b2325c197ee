/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *restrict p, const int *restrict r)
{
  __partition (thread, 1, int *restrict q = p + px_id (thread))
    *q = r[0];
}
