/* SPDX-License-Identifier: MIT */
/* codegen: -g 4 -b 256 -s 32K FILE sum buf:i32:16384=iota buf:i32:1>OUT i32:16000 */
#include <px.h>
enum
{
  T = 256
};
__kernel __requires (grid (1), block (1), threads (T)) void
sum (const int *restrict in, int *out, int n)
{
  int all = px_units (thread);
  int first __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    {
      __shared int part[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *own = part + t)
	{
	  int s __perspective (thread, 1) = 0;
	  __group (thread, 1)
	    {
	      for (int i = first; i < n; i += all)
		s += in[i];
	      *own = s;
	    }
	}
      for (int k = T / 2; k > 0; k /= 2)
	{
	  int other __perspective (thread, 1) = t < k ? part[t + k] : 0;
	  __partition (thread, 1, int *own = part + t)
	    __group (thread, 1) *own += other;
	}
      __group (thread, 1)
	if (t == 0)
	  px_atomic_add (out, part[0]);
    }
}
