/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A read and a write of one element: one error. */
#include <px.h>

__device void
f (const float *in, float *out)
{
  float acc[4] = { 0 };
  for (int i = 0; i < 16; i++)
    acc[i / 3] += in[i];	/* { dg-error {outside of 'acc': at byte 16 of 16, by thread 0 .PX402.} } */
  *out = acc[0] + acc[1] + acc[2] + acc[3];
}
