/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The value of a pointer. */
#include <px.h>

__device __requires (thread (32)) int g (const int *p, const int *q __perspective (thread, 1));
__device __requires (thread (32)) int
f (const int *p, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  return g (p + n, p + t);
}
