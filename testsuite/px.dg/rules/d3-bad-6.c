/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What is alive in the block around counts, and the padding between.  */
#include <px.h>

__device __requires (block (1), thread (32), smem (512)) static inline void
inlined (void)
{
  __shared char a[512];
  (void) a;
}

__kernel __requires (grid (1), block (1), thread (32), smem (1024)) void
f (void)
{
  __group (block, 1)
    {
      {
	__shared char a[1024];
	(void) a;
      }
      __shared char own[513];
      (void) own;
      inlined ();	/* { dg-error {this call needs 1040 bytes[^\n]*smem[^\n]*1024[^\n]*PX203} } */
    }
}

__kernel __requires (grid (1), block (1), thread (32), smem (1024)) void
g (int n)
{
  __group (block, 1)
    {
      __shared char own[513];
      if (n)
	{
	  __shared char a[256];
	  __shared _Alignas (256) char b[256];	/* { dg-error {needs 1280 bytes[^\n]*smem[^\n]*1024[^\n]*PX203} } */
	  (void) own, (void) a, (void) b;
	}
    }
}
