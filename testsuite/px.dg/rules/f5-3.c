/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The C library's functions on memory, mathematics. */
#include <px.h>

#include <math.h>
#include <string.h>
__device float
f (float *p, const float *q)
{
  memcpy (p, q, 4 * sizeof *p);
  return sqrtf (p[0]) + fmaf (p[1], 2, sinf (p[2]));
}
