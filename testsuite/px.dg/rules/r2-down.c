/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-px-undecided=error" } */
/* Pointers that go down in a thread's part of an array: race-free, and inside.  */
#include <px.h>
#include "../aux/t.h"

enum { T = 64 };
struct stack { int top; int v[4 * T]; };

__kernel __requires (grid (1), block (1), threads (T), smem (4096)) void
f (int *out)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared struct stack s;
      __shared int a[4 * T];
      __each (thread, int *p = s.v + 4 * t)
	for (int *q = p + 3; q >= p; q--)
	  *q = q - p + t;
      __each (thread, int *p = a + 4 * t)
	{
	  for (int *q = p + 3; q != p - 1; q--)
	    *q = 1;
	  for (int *q = p + 4; --q != p - 1;)
	    *q = 1;
	  for (int *q = p - 1; ++q < p + 4;)
	    *q = 1;
	  for (int *q = p + 2, *end = p - 1; q > end; q -= 2)
	    *q = 2;
	}
      __each (thread, int *v = o + t)
	{
	  int r = 0;
	  for (const int *q = s.v + 4 * t + 3; q >= s.v + 4 * t; q--)
	    r = 10 * r + *q;
	  for (const int *q = a + 4 * t + 4; q-- > a + 4 * t;)
	    r = 10 * r + *q;
	  *v = r;
	}
    }
}

int
main (void)
{
  static int out[T];
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, o);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    if (out[t] != (3210 + 1111 * t) * 10000 + 1212)
      return 1;
  return 0;
}
