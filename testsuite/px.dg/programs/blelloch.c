/* SPDX-License-Identifier: MIT */
/* Exclusive prefix sums of a long array (Blelloch): up-sweep and down-sweep in shared
   memory, the sums of the blocks by the same kernel, a kernel that adds them.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 4 } } */
#include "../aux/t.h"

enum { T = 256, PER = 2 * T };

__kernel __requires (grid (1), block (1), threads (T), smem (PER * 4)) void
scan_blocks (const int *in, int *out, int *sums)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * PER)
  __partition (block, 1, int *sum = sums + b)
    __group (block, 1)
      {
	__shared int s[PER];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = s + 2 * t)
	  {
	    w[0] = in[b * PER + 2 * t];
	    w[1] = in[b * PER + 2 * t + 1];
	  }
	int offset = 1;
	for (int d = PER / 2; d > 0; d /= 2)
	  {
	    __partition (thread, 1, int *w = s + 2 * t * offset)
	      __group (thread, 1)
		if (t < d)
		  w[2 * offset - 1] += w[offset - 1];
	    offset *= 2;
	  }
	/* The last thread takes the sum away.  */
	__partition (thread, 1, int *last = s + PER - T + t)
	  __partition (thread, 1, int *w = sum + T - 1 - t)
	    __group (thread, 1)
	      if (t == T - 1)
		{
		  *w = *last;
		  *last = 0;
		}
	for (int d = 1; d < PER; d *= 2)
	  {
	    offset /= 2;
	    __partition (thread, 1, int *w = s + 2 * t * offset)
	      __group (thread, 1)
		if (t < d)
		  {
		    int x = w[offset - 1];
		    w[offset - 1] = w[2 * offset - 1];
		    w[2 * offset - 1] += x;
		  }
	  }
	for (int i = 0; i < PER; i += T)
	  __partition (thread, 1, int *w = o + i + t)
	    *w = s[i + t];
      }
}

__kernel void
add_sums (int *out, const int *sums, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = out + i)
    __group (thread, 1)
      if (i < n)
	*w += sums[i / PER];
}

int
main (void)
{
  enum { B = 70, N = B * PER };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = t_random () % 10;
  static int zero[PER];
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof in);
  int *sums = t_dev (zero, sizeof zero), *bases = t_dev (0, sizeof zero), *all = t_dev (0, sizeof *all);
  LAUNCH (B, T, scan_blocks, d, o, sums);
  LAUNCH (1, T, scan_blocks, sums, bases, all);
  LAUNCH (N / 128, 128, add_sums, o, bases, N);
  t_back (out, o, sizeof out);
  int sum = 0, total;
  t_back (&total, all, sizeof total);
  for (int i = 0; i < N; sum += in[i++])
    CHECK (out[i] == sum);
  CHECK (total == sum);
  OK (px_free (d));
  OK (px_free (sums));
  OK (px_free (bases));
  return 0;
}
