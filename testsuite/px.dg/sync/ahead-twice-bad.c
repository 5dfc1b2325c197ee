/* SPDX-License-Identifier: MIT */
/* A ring of four slots of which three are filled ahead, where the loop begins with the third: that number is filled twice.  */
#include <px.h>

enum { S = 4, T = 64 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * S * T)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][T];
	int t __perspective (thread, 1) = px_id (thread);
	int sum __perspective (thread, 1) = 0;
	for (int i = 0; i < S - 1; i++)
	  __async (int *w = x[i])
	    __group (thread, 1)
	      px_cp_async (w + t, in + i * T + t, 4);	/* { dg-error {ring .x.: number 2 is filled twice[^\n]*PX707} } */
	for (int i = 0; i < n; i++)
	  {
	    if (i + S - 2 < n)
	      __async (int *w = x[(i + S - 2) % S])
		__group (thread, 1)
		  px_cp_async (w + t, in + (i + S - 2) * T + t, 4);	/* { dg-message "the other use" } */
	    __group (thread, 1)
	      sum += x[i % S][T - 1 - t];
	  }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = sum;
      }
}
