/* SPDX-License-Identifier: MIT */
/* The same, apart.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include <px.h>
#include <string.h>
#include <math.h>

struct three { int a, b, c; };

__kernel __requires (grid (1), block (1), threads (64), cooperative) void
plain (const int *in, int *out, double *real, int n)
{
  int t __perspective (thread, 1) = px_id (thread), all = px_units (thread);
  __partition (thread, 1, int *w = out + n * t)
    __group (thread, 1)
      memset (w, t, n * sizeof *w);
  __partition (thread, 1, int *w = out + 3 * t)
    __group (thread, 1)
      {
	memcpy (w, in, 12);
	*(struct three *) w = *(const struct three *) in;
      }
  __partition (thread, 1, double *w = real + 2 * t)
    __group (thread, 1)
      w[0] = modf (n, w + 1);
  __partition (thread, 1, int *w = out + 3 * t)
    __group (thread, 1)
      for (int i = 0; i < 3; i++)
	*w++ = i;
  __partition (thread, 1, int *w = out + n * t)
    __group (thread, 1)
      for (int *end = w + n; w < end; w++)
	*w = n;
  __partition (thread, 1, int *w = out + 4 * t)
    __group (thread, 1)
      for (int *end = w + 4; w != end; w++)
	*w = n;
  __partition (thread, 1, int *w = out + 7 * t)
    __group (thread, 1)
      {
	for (int i = 0; i < 2; i++)
	  for (int k = 0; k < 3; k++)
	    *w++ = n;
	*w = n;
      }
  __partition (thread, 1, int *w = out + t)
    __group (thread, 1)
      for (int i = 0; i < n; i++, w += all)
	*w = i;
  /* A step that differs: nothing is said.  */
  __partition (thread, 1, int *w = out + 8 * t)
    __group (thread, 1)
      for (int i = 0; i < 3; i++)
	{
	  *w = i;
	  w += in[i];
	}
}

__kernel __requires (grid (1), block (1), threads (64), smem (8192)) void
asynchronous (const int *in, int n)
{
  __group (block, 1)
    {
      __shared _Alignas (16) int z[2048];
      int t __perspective (thread, 1) = px_id (thread), w __perspective (thread, 32) = px_id (thread, 32);
      __async (int *a = z)
	{
	  __group (thread, 1)
	    px_cp_async (a + 4 * t, in + 4 * t, 16);
	  px_cp_async_cg (a + 4 * (t & 63), in + 4 * t);
	  __group (thread, 32)
	    px_bulk_load (a + 64 * w, in, 256);
	  __group (thread, 1)
	    for (int i = 0; i < 4; i++)
	      px_cp_async (a + 64 * i + t, in + i, 4);
	  px_bulk_load (a, in, 4 * n);
	}
    }
}
