/* SPDX-License-Identifier: MIT */
/* Nobody is warned of these without -fplugin-arg-px-warn-local; nor with it of arrays that are in
   registers, or on the host.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), threads (32)) void
f (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int table[8] __perspective (thread, 1);
  for (int i = 0; i < 8; i++)
    table[i] = in[8 + i];
  __partition (thread, 1, int *o = out + t)
    *o = table[in[t] & 7];
}
