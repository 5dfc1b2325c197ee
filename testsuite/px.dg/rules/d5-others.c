/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=error" } */
/* While a view of one of several objects exists the others are read by names that are never its source: those that change
   places with it, that another condition chooses, that are another element of an array or member of a structure.  */
#include <px.h>

/* Units of one block: three arrays, and two pointers that lead to two of them. */
#define KERNEL(NAME) \
  __kernel __requires (grid (1), block (1), threads (64)) void NAME (int *out, int n, int m) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + 64 * b) \
      { \
	__shared int x[64], y[64], z[64]; \
	int t = px_id (thread); \
	int *from = x, *to = y, *more = z; \
	FILL (x) FILL (y) FILL (z)
#define FILL(A) __each (thread, int *w = A + t) *w = t;
#define END FILL_OUT } }
#define FILL_OUT __each (thread, int *w = o + t) *w = x[t] + y[t] + z[t] + (more == z) + (from == x) + (to == y) + n + m;
#define SWAP(A, B) { int *s = A; A = B; B = s; }

__device static inline int
sum (const int *p, int t)
{
  return p[t ^ 1] + p[0];
}

KERNEL (by_condition)
	int *p = m ? x : y, *q = m ? y : x;
	__each (thread, int *w = p + t)
	  *w = q[t ^ 1];
END

KERNEL (two_of_them)
	int *p = m ? x : y, *q = n ? y : z;
	__each (thread, int *w = p + t)
	  if (m || !n)
	    *w = q[t ^ 1];
END

KERNEL (in_turn)
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = to + t)
	      for (int j = 0; j < m; j++)
		*w += from[(t + j) & 63] + more[0];
	    SWAP (from, to) SWAP (to, more)
	  }
END

KERNEL (warps)
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, 32, int *h = to + 32 * px_id (thread, 32))
	      {
		__each (thread, int *w = h + px_id (thread))
		  *w = from[t ^ 33];
		int v __perspective (thread) = h[31 - px_id (thread)];
		__each (thread, int *w = h + px_id (thread))
		  *w = v + from[0];
	      }
	    SWAP (from, to)
	  }
END

KERNEL (members)
	struct { int *a, *b; } both = { x, y };
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = both.a + t)
	      *w = both.b[63 - t];
	    SWAP (both.a, both.b)
	  }
END

KERNEL (elements)
	int *all[2] = { x, y };
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = all[i & 1] + t)
	      *w = all[1 - (i & 1)][t ^ 1];
	  }
END

KERNEL (guarded)
	int *p = m ? x : y;
	__each (thread, int *w = p + t)
	  if (m)
	    *w = y[t ^ 1];
END

KERNEL (by_call)
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = to + t)
	      {
		const int *f = from + t;
		*w = sum (from, t) + f[t ? -1 : 0];
	      }
	    SWAP (from, to)
	  }
END

/* Of the grid: one array is written, the other read. */
__kernel __requires (grid (1), block (1), threads (64)) void
whole (int *x, int *y, int n)
{
  int b = px_id (block);
  int *to = n & 1 ? x : y;
  const int *from = n & 1 ? y : x;
  __each (block, int *o = to + 64 * b)
    {
      int t = px_id (thread);
      __each (thread, int *w = o + t)
	*w = from[64 * (n - 1 - b) + 63 - t];
    }
}
