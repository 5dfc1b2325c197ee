/* SPDX-License-Identifier: MIT */
/* Warps that have parts of their own use a ring in a loop and after it, each by itself; and counters
   of narrow types that go to a constant.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 2, W = 256, N = 8, T = W + 32 };

#define KERNEL(name, uses, ...)								\
__kernel __requires (threads (T), smem (S * W * 4)) void				\
name (const int *in, int *out, int n)							\
{											\
  int b = px_id (block);								\
  __each (block, int *o = out + b * W)							\
    {											\
      __shared __slots (S) int x[S][W];							\
      __claim (thread, W, int *oc = o)							\
	__split (thread)								\
	  {										\
	    __case (W)									\
	      {										\
		int t = px_id (thread);							\
		__each (thread, 128, int *ow = oc + px_id (thread, 128) * 128)		\
		  {									\
		    int sum __perspective (thread, 1) = 0;				\
		    uses								\
		    __each (thread, int *p = ow + t % 128)				\
		      *p = sum;								\
		  }									\
	      }										\
	    __case (32)									\
	      __VA_ARGS__								\
	  }										\
    }											\
}
#define USE(k) __group (thread) sum = sum * 3 + x[k][W - 1 - t];
#define FILL(k) __async (int *to = x[(k) % S]) px_bulk_load (to, in + (k) * W, W * sizeof (int));

KERNEL (constant, for (int i = 0; i < N - 1; i++) { USE (i % S) } USE ((N - 1) % S), for (int i = 0; i < N; i++) FILL (i))
KERNEL (two_after, for (int i = 0; i < N - 2; i++) { USE (i % S) } USE (0) USE (1), for (int i = 0; i < N; i++) FILL (i))
KERNEL (before, USE (0) for (int i = 1; i < N; i++) { USE (i % S) }, for (int i = 0; i < N; i++) FILL (i))
KERNEL (narrow, for (unsigned char i = 0; i < N; i++) { USE (i % S) }, for (short i = 0; i < N; i++) FILL (i))
KERNEL (if_any, for (int i = 0; i < n - 1; i++) { USE (i % S) } if (n > 0) { USE ((n - 1) % S) }, for (int i = 0; i < n; i++) FILL (i))
#define NEXT(s) s = s == S - 1 ? 0 : s + 1
KERNEL (counted, int s = 0; for (int i = 0; i < N - 1; i++) { USE (s) NEXT (s); } USE (s), for (int i = 0; i < N; i++) FILL (i))
KERNEL (two_loops, int s = 0; for (int i = 0; i < n / 2; i++) { USE (s) NEXT (s); } for (int i = 0; i < n / 2; i++) { USE (s) NEXT (s); }, { int c = 0; for (int i = 0; i < n / 2; i++) { FILL (c) c++; } for (int i = 0; i < n / 2; i++) { FILL (c) c++; } })

int
main (void)
{
  static int in[N * W], want[W], out[W];
  for (int i = 0; i < N * W; i++)
    in[i] = RND (100);
  for (int t = 0; t < W; t++)
    for (int k = 0; k < N; k++)
      want[t] = want[t] * 3 + in[k * W + W - 1 - t];
  int *d = t_dev (in, sizeof in);
#define RUN(name)							\
  {									\
    int *o = t_dev (0, sizeof out);					\
    LAUNCH (1, T, name, d, o, N);					\
    t_back (out, o, sizeof out);					\
    CHECK (!memcmp (out, want, sizeof out));				\
  }
  RUN (constant)
  RUN (two_after)
  RUN (before)
  RUN (narrow)
  RUN (if_any)
  RUN (counted)
  RUN (two_loops)
  OK (px_free (d));
  return 0;
}
