/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Rule R1: a thread an element of a volume, by divisions by sizes of which no sign is known.  */
#include <px.h>

#define KERNEL(name, ...) \
  __kernel void name (const float *in, float *out, int nx, int ny, int nz) \
  { \
    int i = px_id (thread); \
    int x = i % nx, y = i / nx % ny, z = i / (nx * ny); \
    __VA_ARGS__ \
      if (z < nz) \
	*o = in[i]; \
  }

KERNEL (rows, __each (thread, float *o = out + (z * ny + y) * nx + x))
KERNEL (columns, px_assume (nx > 0 && ny > 0); __each (thread, float *o = &out[(z * nx + x) * ny + y]))
KERNEL (turned, px_assume (nx > 0 && ny > 0); __each (thread, float *o = &out[(x * ny + y) * nz + z]))
/* With a negative nx, x and y are no digits.  */
KERNEL (signs, __each (thread, float *o = &out[(z * nx + x) * ny + y]))	/* { dg-warning {PX404} } */
/* { dg-message {is here|depends on|state what|if no launch} "" { target *-*-* } .-1 } */
KERNEL (narrow, __each (thread, float *o = out + (z * ny + y) * (nx - 1) + x))	/* { dg-warning {PX403} } */
/* { dg-message {is here|depends on|state what|if no launch} "" { target *-*-* } .-1 } */
KERNEL (mixed, __each (thread, float *o = out + (z * nx + y) * nx + x))	/* { dg-warning {PX403} } */
/* { dg-message {is here|depends on|state what|if no launch} "" { target *-*-* } .-1 } */
KERNEL (plane, __each (thread, float *o = out + z * nx + y * nx + x))	/* { dg-warning {PX403} } */
/* { dg-message {is here|depends on|state what|if no launch} "" { target *-*-* } .-1 } */
