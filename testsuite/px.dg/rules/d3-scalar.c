/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 2 } } */
/* Shared variables that are no arrays.  */
#include "../aux/t.h"

enum { T = 64 };
struct range { int low, high; };

__kernel __requires (grid (1), block (1), threads (T), smem (64)) void
f (const int *in, int n, int *out)
{
  __partition (block, 1, int *o = out + 2 * px_id (block))
  __group (block, 1)
    {
      __shared int sum;
      __shared struct range r;
      __shared _Bool odd;
      int t __perspective (thread, 1) = px_id (thread);
      __claim (thread, 1, int *s = &sum)
      __claim (thread, 1, struct range *q = &r)
      __claim (thread, 1, _Bool *d = &odd)
	__split (thread)
	  __case (1)
	    {
	      *s = 0;
	      *q = (struct range) { in[0], in[0] };
	      *d = 0;
	    }
      __group (thread, 1)
	for (int i = t; i < n; i += T)
	  {
	    px_atomic_add (&sum, in[i]);
	    px_atomic_min (&r.low, in[i]);
	    px_atomic_max (&r.high, in[i]);
	    if (in[i] & 1)
	      __atomic_store_n (&odd, 1, __ATOMIC_RELAXED);
	  }
      struct range copy = r;
      if (odd)
	copy.high += sum;
      __partition (thread, 1, int *q = o + t)
	__group (thread, 1)
	  if (t < 2)
	    *q = t ? copy.high : r.low;
    }
}

int
main (void)
{
  static int in[500], out[2];
  int sum = 0;
  for (int i = 0; i < 500; i++)
    sum += in[i] = i * 37 % 500 - 100;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, 500, o);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  CHECK (out[0] == -100 && out[1] == 399 + sum);
  return 0;
}
