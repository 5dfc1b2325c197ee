/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void g (int *a, int *b);
__device __requires (block (1), thread (32)) void
f (int *p, int *q, int *r)
{
  g (p, q);
  g (q + 1, r);
  g (r, p);
}
