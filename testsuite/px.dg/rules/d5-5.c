/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Calls beside a view of a variable of file scope: of what uses another one, of
   another file's if it is static, and of what uses it once the view is gone. */
#include <px.h>

static __device int v[64];
__device int w[64];
__constant int table[64] = { 1 };

__device __requires (thread (1)) int elsewhere (int i);

static __device __requires (thread (1)) int
of_w (int i)
{
  return w[i ^ 1] + table[i];
}

static __device __requires (thread (1)) int
of_v (int i)
{
  return v[i ^ 1] + (int) sizeof w;
}

__kernel __requires (grid (1), block (1), threads (64)) void
f ()
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = v + t)
    __group (thread, 1)
      *q = of_w (t) + elsewhere (t);
  __partition (thread, 1, int *q = w + t)
    __group (thread, 1)
      *q = of_v (t);
}
