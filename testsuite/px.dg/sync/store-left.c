/* SPDX-License-Identifier: MIT */
/* A loop that ends behind a bulk store, where no turn follows: its group is committed all the
   same, so that who writes its source behind the loop waits for it.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { T = 128 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int a[T];
	int t __perspective (thread, 1) = px_id (thread), count = 0;
	__partition (thread, 1, int *w = a + t)
	  __group (thread, 1)
	    *w = in[t];
	do
	  {
	    if (n == 77)
	      __builtin_trap ();
	    if (count == 2)
	      break;
	    if (n & 1)
	      __async (int *to = o)
		__async (int *from = a)
		  px_bulk_store (to, from, 4 * T);
	    if (count == 1)
	      continue;
	  }
	while (++count < n);
	__partition (thread, 1, int *w = a + t)
	  __group (thread, 1)
	    *w = -1;
      }
}

int
main (void)
{
  int in[T], out[T];
  for (int i = 0; i < T; i++)
    in[i] = 3 * i;
  for (int n = 1; n < 5; n++)
    {
      int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
      LAUNCH (1, T, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int i = 0; i < T && n & 1; i++)
	CHECK (out[i] == in[i]);
    }
  return 0;
}
