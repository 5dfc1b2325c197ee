/* SPDX-License-Identifier: MIT */
/* A function of another file gets a structure without pointers: it finds no pointers there.  */
/* { dg-do compile } */
#include <px.h>

struct cell
{
  float v;
  int n;
};

__device void put (struct cell *c, float v);

__kernel void
f (const float *in, struct cell *out)
{
  int i = px_id (thread);
  __each (thread, struct cell *c = out + i)
    put (c, in[0]);
}
