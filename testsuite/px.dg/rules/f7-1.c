/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* One object twice, if both parameters are const. */
#include <px.h>

__device __requires (block (1), thread (32)) int g (const int *a, const int *b);
__device __requires (block (1), thread (32)) int
f (int *p)
{
  return g (p, p + 1);
}
