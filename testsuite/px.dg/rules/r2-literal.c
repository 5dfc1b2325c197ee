/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Indices into string literals and compound literals, also by pointers, that stay inside.  */
#include <px.h>

enum { T = 32 };
struct s { int n, a[4], b[4]; };

__kernel __requires (grid (1), block (1), threads (T)) void
f (int n, struct s val, int *out)
{
  int t = px_id (thread);
  __each (thread, int *v = out + t)
    {
      *v = ((int[4]) { 1, 2, 3, n })[t & 3];
      *v += "abcdefg"[t & 7];
      *v += "abcdefg"[7];
      const char *p = "xyz";
      *v += p[t & 3];
      p = t & 1 ? "hello, world" : "ab";
      *v += p[t & 1];
      struct { int a, b; } two = { n, t };
      *v += two.b;
      const int *q = val.a;
      for (int i = 0; i < 4; i++)
	*v += *q++;
    }
}
