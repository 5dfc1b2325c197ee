/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Disjoint lifetimes share: blocks of C in a row, what is declared after a block,
   branches of blocks, calls of inlined and of other functions.  */
#include <px.h>

__device __requires (block (1), thread (32), smem (512)) static inline void
inlined (void)
{
  __shared char a[512];
  (void) a;
}

__device __requires (block (1), thread (32), smem (512)) void
called (void)
{
  __shared char a[512];
  (void) a;
}

__kernel __requires (grid (1), block (2), thread (32), smem (1024)) void
f (int n)
{
  __group (block, 1)
    {
      __shared char own[512];
      if (n)
	{
	  __shared char a[512];
	  (void) a;
	}
      else
	{
	  __shared char a[256], b[256];
	  (void) a, (void) b;
	}
      inlined ();
      called ();
      inlined ();
      __shared char last[512];
      (void) own, (void) last;
    }
  __split (block)
    {
      __case (1)
	{
	  __shared char a[1024];
	  (void) a;
	}
      __case (1)
	{
	  __shared char b[1024];
	  (void) b;
	}
    }
}
