/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A local array is no view at block[1]: it follows D1. */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (int n)
{
  int v[4] = { 0 };
  for (int i = 0; i < 4; i++)
    v[i] = n + i;
  return v[n & 3];
}
