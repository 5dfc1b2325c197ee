/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 5, with the sum of a row in place of the tensor core: a view lowered to threads. */
#include <px.h>

__device __requires (thread (32)) void
simple_mma (const float *a, const float *b, float *c)
{
  int x __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *own = c + x)
    __group (thread, 1)
      *own = a[x] * b[x];
}
