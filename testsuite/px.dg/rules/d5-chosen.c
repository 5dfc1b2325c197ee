/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=error" } */
/* The source of a __partition is one of several objects: by a condition, as pointers change places, in an array, in a
   structure, as views of other views; for some of the units, or other units' parts. */
#include <px.h>

struct pair { int *from, *to; };

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *out, int *more, int n, int m)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + 64 * b)
    __partition (block, 1, int *p = more + 64 * b)
      __group (block, 1)
	{
	  __shared int x[64], y[64], z[2][64];
	  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = t;
	  int *from = x, *to = y;
	  for (int i = 0; i < n; i++)
	    {
	      __partition (thread, 1, int *q = to + t)
		*q = v;
	      v += from[t ^ 1];
	      int *s = from;
	      from = to;
	      to = s;
	    }
	  __partition (thread, 1, int *q = (m ? x : o) + t)
	    *q = v;
	  struct pair s = { o, p };
	  int *all[2] = { y, x };
	  for (int i = 0; i < n; i++)
	    {
	      __partition (thread, 1, int *q = s.to + 63 - t)
		*q = v + i;
	      __partition (thread, 1, int *q = all[i & 1] + (t ^ 5))
		*q = v - i;
	      int *h = s.from;
	      s.from = s.to;
	      s.to = h;
	    }
	  int *one = z[0], *other = z[1];
	  for (int i = 0; i < n; i++)
	    {
	      __partition (thread, 32, int *w = one + 32 * px_id (thread, 32))
		__group (thread, 32)
		  {
		    __partition (thread, 1, int *q = w + px_id (thread))
		      *q = v;
		    v += w[31 - px_id (thread)];
		  }
	      if (i != m) /* the halves of one array, perhaps not in each turn */
		{
		  int *h = one;
		  one = other;
		  other = h;
		}
	    }
	  /* Each thread has its own choice.  */
	  __partition (thread, 1, int *q = (t & 1 ? x : y) + t)
	    *q = v;
	  __claim (thread, 32, int *c = x)
	    __claim (thread, 32, int *d = y)
	      __split (thread)
		{
		  __case (32)
		    {
		      int *e = m ? c : d;
		      __partition (thread, 1, int *q = e + px_id (thread))
			*q = 3;
		    }
		  __case (32)
		    {
		      v += z[0][px_id (thread)];
		    }
		}
	}
}

/* Of a whole grid. */
__kernel __requires (grid (1), block (1), threads (64)) void
g (int *a, int *b, int n)
{
  __partition (block, 1, int *p = (n ? a : b) + 64 * px_id (block))
    __group (block, 1)
      __partition (thread, 1, int *q = p + px_id (thread))
	*q = n;
}
