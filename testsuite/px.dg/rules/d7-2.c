/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Asynchronous names of a parameter, in a loop, one in another's body. */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p, int *r, int n)
{
  for (int i = 0; i < n; i++)
    __async (int *d = p + i)
      __async (int *e = r) { }
}
