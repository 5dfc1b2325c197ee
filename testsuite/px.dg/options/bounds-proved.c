/* SPDX-License-Identifier: MIT */
/* With -fplugin-arg-px-bounds what is decided is not looked at.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-bounds" } */
/* { dg-final { scan-ptx-times {px_within} 0 } } */
#include <px.h>

enum { T = 32 };

__kernel __requires (grid (1), block (1), threads (T)) void
f (const int *in, int (*g)[8], int *out)
{
  int t = px_id (thread);
  __each (thread, int *v = out + t)
    *v = g[t][in[t] & 7];
}
