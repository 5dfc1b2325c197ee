/* SPDX-License-Identifier: MIT */
/* As f5-initialiser-bad.c, but as it may be.  */
/* { dg-do compile } */
#include <px.h>

__device int x = 3, *y = &x;
static const int z = 4;
__kernel void k (int n);
__device const int *w = &z;
unsigned long a = sizeof x;
void (*c) (int) = k;

void (*
h (void)) (int)
{
  static void (*p) (int) = k;
  return p;
}
