/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* An accumulator of each element and of both units: filled, scaled, mapped,
   read and set by element, stored by thread and by row and column. */
#include <px.h>
#include <stdio.h>

static inline __device __requires (thread (32)) void
twice (px_acc (float, 32, 16) *a)
{
  for (int i = 0; i < px_count (a); i++)
    px_set (a, i, 2 * px_get (a, i));
}

__kernel __requires (grid (1), block (1), threads (128)) void
f (float *p __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *q = p + b * 4 * 512)
    __group (block, 1)
      {
	int w __perspective (thread, 32) = px_id (thread, 32);
	__partition (thread, 32, float *r = q + w * 512)
	  __group (thread, 32)
	    {
	      px_acc (float, 32, 16) a;
	      px_zero (&a);
	      px_fill (&a, 0.5f);
	      px_scale (&a, 4.f);
	      for (int i = 0; i < px_count (&a); i++)
		px_set (&a, i, px_get (&a, i) + px_row (&a, i) * 16 + px_col (&a, i));
	      px_map (&a, x, x - 2);
	      twice (&a);
	      px_store (r, 16, &a);
	    }
      }
}

int
main (void)
{
  static float x[2048];
  float *d = px_alloc (sizeof x);
  if (!d || px_check (px_launch (px_grid (1, 128), f, d)) || px_check (px_copy (x, d, sizeof x)))
    return 1;
  for (int i = 0; i < 2048; i++)
    if (x[i] != 2 * (i % 512))
      {
	printf ("x[%d] = %g\n", i, x[i]);
	return 1;
      }
  return 0;
}
