/* SPDX-License-Identifier: MIT */
/* Local arrays that stay in memory, at the index that keeps them there; one that does not.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-warn-local" } */
#include <px.h>

__device int sum (const int *v);

__kernel __requires (grid (1), threads (32)) void
f (const int *in, int *out, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int registers[8] __perspective (thread, 1), s __perspective (thread, 1) = 0;
  int table[8] __perspective (thread, 1); /* { dg-message "'table' is declared here" } */
  int turns[8] __perspective (thread, 1); /* { dg-message "'turns' is declared here" } */
  for (int i = 0; i < 8; i++)
    {
      registers[i] = in[i];
      table[i] = in[8 + i];
      turns[i] = in[16 + i];
    }
  for (int i = 0; i < 8; i++)
    s = 3 * s + registers[i];
  s += table[in[t] & 7]; /* { dg-warning "'table' stays in local memory, as an index here is not constant" } */
  for (int i = 0; i < n; i++)
    s += turns[i]; /* { dg-warning "'turns' stays in local memory, as an index here is not constant" } */
  __partition (thread, 1, int *o = out + t)
    *o = s;
}
