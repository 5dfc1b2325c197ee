/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A view is declared, with a type: a pointer.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
claims (float *out)
{
  int b = px_id (block);
  __each (block, float *o = out + 64 * b)
    {
      __shared float s[64];
      __claim (thread, 32, q = s)	/* { dg-error {'q' is declared without a type: it is '__claim \(level\[, n\], type \*name = source\)' .PX608.} } */
	__split (thread)
	  {
	    __case (32)
	      __each (thread, float *z = q + px_id (thread))
		*z = 1;
	  }
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (512)) void
parts (float *out)
{
  int t = px_id (thread);
  __partition (thread, 1, *p = out + t)	/* { dg-error {'p' is declared without a type: it is '__partition \(level\[, n\], type \*name = source\)' .PX608.} } */
    __group (thread, 1)
      *p = 1;
}
