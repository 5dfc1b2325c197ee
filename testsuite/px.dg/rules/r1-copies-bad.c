/* SPDX-License-Identifier: MIT */
/* What copies many bytes, moves a view or is asynchronous takes part in R1 and R2.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>
#include <math.h>

struct three { int a, b, c; };

__kernel __requires (grid (1), block (1), threads (64), smem (8192)) void
plain (const int *in, int *out, int n)
{
  __group (block, 1)
    {
      __shared int z[512];
      __shared double d[128];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = z + t)	/* { dg-error {gives byte 4 of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  memset (w, t, 8);	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, int *w = z + 2 * t)	/* { dg-error {gives byte [0-9]+ of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  memcpy (w, in, 12);	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, int *w = z + 2 * t)	/* { dg-error {gives byte [0-9]+ of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  *(struct three *) w = *(const struct three *) in;	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, double *w = d + t)	/* { dg-error {gives byte [0-9]+ of 'd' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  w[0] = modf (n, w + 1);	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, int *w = z + 2 * t)	/* { dg-error {gives byte 8 of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  for (int i = 0; i < 3; i++)
	    *w++ = i;	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, int *w = z + 4 * t)	/* { dg-error {gives byte 16 of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  for (int *end = w + 4; w <= end; w++)
	    *w = n;	/* { dg-message "a write by one" } */
/* { dg-message "a write by the other" "" { target *-*-* } .-1 } */
      __partition (thread, 1, int *w = z + 6 * t)	/* { dg-error {gives byte 24 of 'z' to two units of thread.1.[^\n]*PX401} } */
	__group (thread, 1)
	  {
	    for (int i = 0; i < 2; i++)
	      for (int k = 0; k < 3; k++)
		*w++ = n;	/* { dg-message "a write by" } */
	    *w = n;	/* { dg-message "a write by" } */
	  }
      __partition (thread, 1, int *w = z + 9 * t)
	__group (thread, 1)
	  memset (w, 0, 36);	/* { dg-error {outside of 'z'[^\n]*PX402} } */
    }
}

__kernel __requires (grid (1), block (1), threads (64), smem (4096)) void
asynchronous (const int *in)
{
  __group (block, 1)
    {
      __shared _Alignas (16) int z[1024];
      int t __perspective (thread, 1) = px_id (thread);
      __async (int *a = z)
	{
	  __group (thread, 1)
	    px_cp_async (a + 4 * (t / 2), in + 4 * t, 16);	/* { dg-error {this copy writes byte 0 of 'z' for two units of thread.1.: thread [01] of block 0, and thread [01] of block 0[^\n]*PX401} } */
	  px_cp_async_cg (a + 4 * (t & 31), in + 4 * t);	/* { dg-error {this copy writes byte [0-9]+ of 'z' for two units of thread.1.[^\n]*PX401} } */
	  __group (thread, 32)
	    px_bulk_load (a, in, 128);	/* { dg-error {this copy writes byte 0 of 'z' for two units of thread.32.[^\n]*PX401} } */
	  __group (thread, 1)
	    for (int i = 0; i < 4; i++)
	      px_cp_async (a + 64 + i + t, in + i, 4);	/* { dg-error {this copy writes byte [0-9]+ of 'z' for two units of thread.1.[^\n]*PX401} } */
	}
    }
}
