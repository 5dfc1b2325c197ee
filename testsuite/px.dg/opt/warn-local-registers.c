/* SPDX-License-Identifier: MIT */
/* All of these are in registers.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-warn-local" } */
#include <px.h>

int
on_host (int i)
{
  int v[4] = { 1, 2, 3, 4 };
  return v[i & 3];
}

__kernel __requires (grid (1), threads (32)) void
f (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v[8] __perspective (thread, 1), s __perspective (thread, 1) = 0;
  for (int i = 0; i < 8; i++)
    v[i] = in[8 + i];
  int *p __perspective (thread, 1) = v;
  for (int i = 0; i < 8; i++)
    s = 3 * s + *p++;
  __partition (thread, 1, int *o = out + t)
    *o = s + v[3];
}
