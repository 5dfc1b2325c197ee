/* SPDX-License-Identifier: MIT */
/* A ring of four slots of which two are filled ahead, where three are drained before the
   loop fills any.  */
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
	for (int i = 0; i < S - 2; i++)
	  __async (int *w = x[i])
	    __group (thread, 1)
	      px_cp_async (w + t, in + i * T + t, 4);
	for (int i = 0; i < n; i++)
	  {
	    if (i + S - 1 < n)
	      __async (int *w = x[(i + S - 1) % S])
		__group (thread, 1)
		  px_cp_async (w + t, in + (i + S - 1) * T + t, 4);	/* { dg-message "the other use" } */
	    __group (thread, 1)
	      sum += x[i % S][T - 1 - t];	/* { dg-error {ring .x.: number 2 is drained but not filled[^\n]*PX707} } */
	  }
	__partition (thread, 1, int *q = o + t)
	  __group (thread, 1)
	    *q = sum;
      }
}
