/* SPDX-License-Identifier: MIT */
/* Chapter 12.  A CUDA program in px, line by line: before.cu is the original.

     gcc -fplugin=px -O2 ported.c -lpx -o ported && ./ported

   1. __global__ becomes __kernel, __constant__ becomes __constant; the code begins at the
      grid's perspective, and `__requires' says that blocks have THREADS threads.
   2. An index that is computed from blockIdx and threadIdx becomes px_id; the variable that it
      initialises lives where the units are that have these numbers.
   3. Each store is in a view that says whose the element is: __each.  What nvcc would take
      and leave to chance, gcc refuses: store through `out' without a view, and see.
   4. __syncthreads () goes; px knows where barriers are needed.
   5. `if (i >= n) return;' becomes a guard around what follows: threads do not leave a block
      that still has work for all.
   6. cudaMalloc and friends become px_alloc and friends, whose statuses want to be looked at.  */
#include <px.h>
#include <stdio.h>

enum { RADIUS = 3, THREADS = 128, TILE = THREADS + 2 * RADIUS };

__constant float weight[2 * RADIUS + 1];

__kernel __requires (threads (THREADS)) void
smooth (const float *in, float *out, int n)
{
  int b = px_id (block);
  __each (block, float *ob = out + b * THREADS)
    {
      __shared float tile[TILE];
      int t = px_id (thread);

      /* Thread T brings elements T, T + THREADS, ... of the tile.  */
      __each (thread, float *p = tile + t)
	for (int k = t; k < TILE; k += THREADS)
	  {
	    int at = b * THREADS + k - RADIUS;
	    p[k - t] = at >= 0 && at < n ? in[at] : 0;
	  }

      __each (thread, float *own = ob + t)
	if (b * THREADS + t < n)
	  {
	    float s = 0;
	    for (int k = 0; k <= 2 * RADIUS; k++)
	      s += weight[k] * tile[t + k];
	    *own = s;
	  }
    }
}

int
main (void)
{
  enum { N = 10007 };
  static float in[N], out[N];
  const float w[2 * RADIUS + 1] = { 1, 6, 15, 20, 15, 6, 1 };
  for (int i = 0; i < N; i++)
    in[i] = i * 37 % 101;

  float *din = px_alloc (sizeof in), *dout = px_alloc (sizeof out);
  if (px_check (px_last_status ())
      || px_check (px_copy (din, in, sizeof in))
      || px_check (px_copy_to_symbol (px_symbol (weight), 0, w, sizeof w))
      || px_check (px_launch (px_grid ((N + THREADS - 1) / THREADS, THREADS), smooth, din, dout, N))
      || px_check (px_copy (out, dout, sizeof out)))
    return 1;
  px_free (din);
  px_free (dout);

  printf ("%g\n", out[N / 2]);
  for (int i = 0; i < N; i++)
    {
      float want = 0;
      for (int k = 0; k <= 2 * RADIUS; k++)
	want += i + k < RADIUS || i + k - RADIUS >= N ? 0 : w[k] * in[i + k - RADIUS];
      if (out[i] != want)
	return printf ("wrong: out[%d] is %g, plain C gives %g\n", i, out[i], want), 1;
    }
  puts ("correct: the same as plain C");
  return 0;
}
