/* SPDX-License-Identifier: MIT */
/* A reduction by halves: px finds the one barrier that it needs, at the top of
   the loop; none may be duplicated or moved into a branch.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync} 1 } } */
#include "../aux/t.h"

#define T 256

__kernel __requires (grid (1), block (1), threads (T)) void
reduce (const float *in, float *out, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *result = out + b)
    __group (block, 1)
      {
	__shared float part[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *own = part + t)
	  __group (thread, 1)
	    *own = i < n ? in[i] : 0;
#pragma GCC unroll 1
	for (int half = T / 2; half > 0; half /= 2)
	  {
	    float other __perspective (thread, 1) = t < half ? part[t + half] : 0;
	    __partition (thread, 1, float *own = part + t)
	      __group (thread, 1)
		if (t < half)
		  *own += other;
	  }
	__partition (thread, 1, float *own = result + t)
	  __group (thread, 1)
	    if (t == 0)
	      *own = part[0];
      }
}

int
main (void)
{
  enum { N = 2000, B = (N + T - 1) / T };
  static float in[N], out[B];
  double want = 0, got = 0;
  for (int i = 0; i < N; i++)
    want += in[i] = i % 100;
  float *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  LAUNCH (B, T, reduce, di, d, N);
  t_back (out, d, sizeof out);
  for (int b = 0; b < B; b++)
    got += out[b];
  CHECK (got == want);
  return 0;
}
