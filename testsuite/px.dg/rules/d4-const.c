/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A cast from const, and no store; a store to what else is known as const. */
#include <px.h>

__device void
f (const float *p, float *q)
{
  float *r = (float *) p;
  const float *c = q;
  *(float *) c = *r + __atomic_load_n ((int *) p, __ATOMIC_RELAXED) + px_atomic_load (p);
}

__device __requires (block (1), thread (32)) __alias (in, out) void
g (const float *in, float *out)
{
  float x __perspective (thread, 1) = in[px_id (thread) ^ 1];
  __partition (thread, 1, float *own = (float *) in + px_id (thread))
    x += *own;
  __partition (thread, 1, float *own = out + px_id (thread))
    *own = x;
}
