/* SPDX-License-Identifier: MIT */
/* GCC makes an internal function of a compare-and-exchange that compares with a local variable: it is an access like any other
   atomic operation, between barriers.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 2 } } */
#include "../aux/t.h"

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + b * T)
    {
      __shared int x[T];
      int t = px_id (thread);
      __each (thread, int *p = x + t)
	*p = in[t];
      __group (thread)
	{
	  int e = 0;
	  __atomic_compare_exchange_n (&x[(t + 33) % T], &e, 3, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	}
      __each (thread, int *v = o + t)
	*v = x[t];
    }
}

int
main (void)
{
  int in[T], out[T];
  for (int i = 0; i < T; i++)
    in[i] = i % 2;
  int *o = t_dev (NULL, sizeof out);
  LAUNCH (1, T, f, t_dev (in, sizeof in), o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    CHECK (out[i] == (in[i] ? 1 : 3));
  return 0;
}
