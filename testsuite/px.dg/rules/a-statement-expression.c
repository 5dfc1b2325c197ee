/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (const int *p, int n)
{
  return ({ int s = 0; for (int i = 0; i < n; i++) s += p[i]; s; });
}
