/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* While a view of one part of an array exists nothing of that part is read by the array's name, if that is another thread's
   or perhaps is.  */
#include <px.h>

enum { T = 64 };

#define KERNEL(NAME) \
  __kernel __requires (grid (1), block (1), threads (T), smem (2048)) void NAME (int *out, int n, int m) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + T * b) \
      { \
	int t = px_id (thread); \
	__shared int x[3][T]; \
	__each (thread, int *w = x[0] + t) \
	  *w = t; \
	__each (thread, int *w = x[1] + t) \
	  *w = 2 * t;
#define END __each (thread, int *w = o + t) *w = x[0][t ^ 2] + 3 * x[1][t ^ 3] + x[2][0] + m; } }

KERNEL (same_half)
	int now = 0;
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = x[now] + t)	/* { dg-message {begins here} } */
	      *w = x[now][t ^ 1] + i;	/* { dg-error {'x' is out of reach while view 'w' of a part of it exists: this may be of the same part .PX205.} } */
	/* { dg-message {use 'w' for what is its part, and load what is not before '__each', or from another part} "" { target *-*-* } .-1 } */
	    now = 1 - now;
	  }
END

KERNEL (once_the_same)
	int now = 0;
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = x[now] + t)	/* { dg-message {begins here} } */
	      *w = x[2 - now][t ^ 1] + i;	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
	    now = 1 - now;
	  }
END

KERNEL (beyond_a_row)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[1 - (i & 1)] + t)	/* { dg-message {begins here} } */
	    *w = (&x[i & 1][0])[t + 1] + i;	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
END

KERNEL (write_beyond_a_row)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[0] + t)	/* { dg-message {begins here} } */
	    {
	      int s = x[1][t ^ 1];	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
	      w[T] = s + i;
	    }
END

KERNEL (numbers_not_known)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[n & 1] + t)	/* { dg-message {begins here} } */
	    *w = x[m & 1][t ^ 1] + i;	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
END

KERNEL (atomic_in_view)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[0])	/* { dg-message {begins here} } */
	    {
	      px_atomic_add (w + i % T, 1);
	      if (x[0][t] > 3)	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
		px_atomic_add (w, 1);
	    }
END

/* The inner view's threads meet in what the outer one's warps do not.  */
KERNEL (nested)
	for (int i = 0; i < n; i++)
	  __partition (thread, 32, int *h = x[1] + 32 * px_id (thread, 32))	/* { dg-message {begins here} } */
	    __group (thread, 32)
	      __each (thread, int *w = h + t % 32)
		*w = x[1][t ^ 1];	/* { dg-error {out of reach while view 'h'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
END

__device __attribute__ ((noinline)) int
two (const int *p, int t)
{
  return p[t] + p[t ^ 1];	/* { dg-message {by 'two', which it calls, here} } */
}

KERNEL (by_call)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[i & 1] + t)	/* { dg-message {begins here} } */
	    *w = two (x[i & 1], t);	/* { dg-error {out of reach while view 'w'} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
END

struct pair { int a[T], b[T]; };

__kernel __requires (grid (1), block (1), threads (T), smem (1024)) void
members (int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + T * b)
    {
      int t = px_id (thread);
      __shared struct pair p;
      __each (thread, int *w = p.a + t)	/* { dg-message {begins here} } */
	*w = p.a[T - 1 - t];	/* { dg-error {'p' is out of reach while view 'w' of a part} } */
	/* { dg-message {use '.' for what is its part} "" { target *-*-* } .-1 } */
/* { dg-warning "nothing is written to 'p'" "" { target *-*-* } .-2 } */
      __each (thread, int *w = o + t)
	*w = p.b[t];
    }
}
