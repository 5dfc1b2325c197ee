/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* While a view of one of several objects exists no view of any of them is made; not each of them may be its source;
   what is claimed, or copied to, is one object. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (const int *in, int *out, int n, int m)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + 64 * b)
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
    __group (block, 1)
      {
	__shared int x[64], y[64], z[64];
	__shared __slots (2) int ring[2][64];
	int own[64] __perspective (thread, 1);
	int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = t;
	int *from = x, *to = y, *kept = z;
	for (int i = 0; i < n; i++)
	  {
	    __partition (thread, 1, int *q = to + t)
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	      from[t ^ 1] = *q; /* { dg-error "'x' is out of reach while view 'q' of it exists .PX205" } */
	/* { dg-message {use 'q' for what is its part. and load what is n} "" { target *-*-* } .-1 } */
	    __partition (thread, 1, int *q = to + t)
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	      v += px_atomic_add (from + (t ^ 1), *q); /* { dg-error "'x' is out of reach while view 'q' of it exists .PX205" } */
	    int *s = from;
	    from = to;
	    to = s;
	  }
	int *a = m ? x : y;
	__partition (thread, 1, int *q = a + t)
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	  __partition (thread, 1, int *r = x + 63 - t) /* { dg-error "'x' is out of reach while view 'q' of it exists .PX205" } */
	    *r = *q;
	__partition (thread, 1, int *q = a + t)
	  kept = q; /* { dg-error "view 'q' leaves the body of its '__partition' .PX205" } */
	__partition (thread, 1, int *q = a + t)
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	  q = x + t; /* { dg-error "view 'q' becomes a view of something else .PX205" } */
	__partition (thread, 1, int *q = (m ? x : out) + t) /* { dg-error "'out' is out of reach while view 'o' of it exists .PX205" } */
	  *q = 1;
	__partition (thread, 1, int *q = (int *) (m ? x : in) + t) /* { dg-error "the source of '__partition' may be 'x', which lives at block.1., or 'in', which lives at grid.1. .PX205" } */
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	  *q = 1;
	__partition (thread, 1, int *q = (m ? x : own) + t) /* { dg-error "PX205" } */
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	  *q = 1;
	__partition (thread, 1, int *q = (m ? x : ring[0]) + t) /* { dg-error "the source of '__partition' may be 'x' or 'ring'; make them one array, in which an index chooses .PX205" } */
	/* { dg-message {'__partition' begins here} "" { target *-*-* } .-1 } */
	  *q = 1;
	__async (int *q = a) /* { dg-error "the source of '__async' may be 'x' or 'y'; make them one array, in which an index chooses .PX205" } */
	/* { dg-message {'__async' begins here} "" { target *-*-* } .-1 } */
	  __group (thread, 1)
	    px_cp_async (q + t, in + t, 4);
	__claim (thread, 32, int *c = a) /* { dg-error "the source of '__claim' may be 'x' or 'y'; make them one array, in which an index chooses .PX205" } */
	/* { dg-message {'__claim' begins here} "" { target *-*-* } .-1 } */
	  __split (thread)
	    {
	      __case (32)
		v += c[0];
	      __case (32)
		v += z[0];
	    }
	__claim (thread, 32, int *c = x)
	  __claim (thread, 32, int *d = y)
	    __split (thread)
	      {
		__case (32)
	/* { dg-message {it was used in this '__case' before} "" { target *-*-* } .-1 } */
		  {
		    int *e = m ? c : d;
		    __partition (thread, 1, int *q = e + px_id (thread))
		      *q = 3;
		  }
		__case (32)
		  v += d[0]; /* { dg-error "claimed 'd' is used in a second '__case' .PX206" } */
	      }
	__partition (thread, 1, int *q = o + t)
	  *q = v + kept[0];
      }
}

/* Of objects that a callee is given. */
static __device __requires (block (1), thread (64)) void
two (int *a, int *b)
	/* { dg-message {if they may be one object. say so in front of th} "" { target *-*-* } .-1 } */
{
  __partition (thread, 1, int *q = a + px_id (thread))
    *q = b[0] > 3;
}

__device __requires (block (1), thread (64), smem (1024)) void
g (int n)
{
  __shared int x[64], y[64];
	/* { dg-message {argument 1 and argument 2 are both in 'x'} "" { target *-*-* } .-1 } */
  int *a = n ? x : y;
  two (a, x); /* { dg-error "PX307" } */
  two (n > 2 ? x : y, n > 2 ? y : x); /* { dg-error "PX307" } */
}

/* Nor does a constant become writable by a choice. */
__device __requires (block (1), thread (64), smem (1024)) void
h (const int *c, int n)
	/* { dg-message {'c' is declared here} "" { target *-*-* } .-1 } */
{
  __shared int x[64];
  __partition (thread, 1, int *q = (int *) (n ? x : c) + px_id (thread))
    *q = 1; /* { dg-error "PX204" } */
}
