/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-px-arch=sm_90" } */
/* An array of another block is the array by another name, and so is a view of it there.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), cluster (2), smem (256)) void
f (const int *in, int *out)
{
  __group (block, 2)
    {
      __shared int s[64];
      const int *far __perspective (block, 1) = px_map_shared (s, px_id (block) ^ 1);
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, int *w = s + t)	/* { dg-message "'__partition' begins here" } */
	    *w = in[t] + far[t];	/* { dg-error {'s' is out of reach while view 'w' of it exists .PX205.} } */
	}
    }
}

__kernel __requires (grid (1), block (1), threads (64), cluster (2), smem (256)) void
g (const int *in, int *out)
{
  __group (block, 2)
    {
      __shared int s[64];
      int r __perspective (block, 1) = px_id (block) ^ 1;
      __group (block, 1)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __partition (thread, 1, int *w = s + t)	/* { dg-message "'__partition' begins here" } */
	    {
	      *w = in[t];
	      *w += px_map_shared (w, r)[0];	/* { dg-error {'s' is out of reach while view 'w' of it exists .PX205.} } */
	    }
	}
    }
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 18 } */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 36 } */
