/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Variables of file scope have bounds, too.  */
#include <px.h>

__device float table[64];

__kernel __requires (grid (1), block (1), threads (64)) void
f (float *out)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i)
    *o = table[i % 64 + 1];	/* { dg-error {this access is outside of 'table': at byte 256 of 256, by thread 63 .PX402.} } */
}
