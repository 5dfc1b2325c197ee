/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The bounds of variables that another file may define are not known.  */
#include <px.h>

__device float table[64];
extern __device float more[];
extern __device float other[64];

__kernel __requires (grid (1), block (1), threads (64)) void
f (float *out)
{
  int i = px_id (thread), t = i % 64;
  __each (thread, float *o = out + i)
    *o = table[63 - t] + more[t + 64] + other[t + 64];
}
