/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* While a view of one of several objects exists no name that may be its source is read.  */
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

KERNEL (one_of_them)
	int *p = m ? x : y;
	__each (thread, int *w = p + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	  *w = y[t ^ 1]; /* { dg-error "what is read here may be 'y', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
END

KERNEL (other_condition)
	int *p = m ? x : y, *q = n ? y : x;
	__each (thread, int *w = p + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	  *w = q[t ^ 1]; /* { dg-error "what is read here may be 'x', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
END

/* What one thread shares out another one reads. */
KERNEL (each_its_own)
	__each (thread, int *w = (t & 1 ? x : y) + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	  *w = (t & 1 ? y : x)[t ^ 1]; /* { dg-error "what is read here may be 'x', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
END

KERNEL (not_each_turn)
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = to + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	      *w = from[t ^ 1]; /* { dg-error "what is read here may be 'y', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
	    if (i == m)
	      SWAP (from, to)
	    else
	      from = to;
	  }
END

KERNEL (changes_inside)
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = to + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	      for (int *f = from, j = 0; j < m; j++, f = f == x ? y : x)
		*w += f[(t + j) & 63]; /* { dg-error "what is read here may be 'y', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
	    SWAP (from, to)
	  }
END

KERNEL (other_turns)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = (i % 3 ? x : y) + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	    *w = (i & 1 ? y : x)[t ^ 1]; /* { dg-error "what is read here may be 'x', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
END

KERNEL (kept)
	for (int i = 0; i < n; i++)
	  {
	    int *p = from;
	    SWAP (from, to)
	    __each (thread, int *w = to + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	      *w = p[t ^ 1]; /* { dg-error "what is read here may be 'x', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
	  }
END

KERNEL (elements)
	int *all[3] = { x, y, z };
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = all[i & 1] + t)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
	      *w = all[i & 2][t ^ 1]; /* { dg-error "what is read here may be 'x', of which 'w' may be a view .PX205" } */
	/* { dg-message {load it before '__each', or let the two} "" { target *-*-* } .-1 } */
	    all[1] = z;
	  }
END

/* Two views of one array are not two arrays. */
KERNEL (two_parts)
	__partition (thread, 32, int *c = x + 32 * px_id (thread, 32), *d = x + 32 * px_id (thread, 32))
	  __group (thread, 32)
	    {
	      int l = px_id (thread);
	      __each (thread, int *w = (m ? c : d) + l)
	/* { dg-message {begins here} "" { target *-*-* } .-1 } */
		*w = (m ? d : c)[l ^ 1]; /* { dg-error "'x' is out of reach while view 'w' of a part of it exists: this may be of the same part .PX205" } */
	/* { dg-message {load what is not before '__each'} "" { target *-*-* } .-1 } */
	    }
END
