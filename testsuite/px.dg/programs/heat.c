/* SPDX-License-Identifier: MIT */
/* Heat along a rod: pointers to two arrays change places with each step, one barrier a
   step.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 1 } } */
#include "../aux/t.h"
#include <math.h>

enum { N = 128 };

__kernel __requires (grid (1), block (1), threads (N), smem (2 * (N + 2) * 4)) void
heat (float *u, int steps)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *ub = u + b * N)
    __group (block, 1)
      {
	__shared float s[2][N + 2];
	int t __perspective (thread, 1) = px_id (thread);
	float *now = s[0], *then = s[1];
	__partition (thread, 1, float *w = now + t)
	  {
	    w[1] = ub[t];
	  }
	__claim (thread, 1, float *w = &s[0][0])
	  __split (thread) __case (1) w[0] = w[N + 1] = w[N + 2] = w[2 * N + 3] = 0;
	for (int k = 0; k < steps; k++)
	  {
	    float v __perspective (thread, 1) = now[t + 1] + 0.25f * (now[t] - 2 * now[t + 1] + now[t + 2]);
	    __partition (thread, 1, float *w = then + t)
	      w[1] = v;
	    float *x = now;
	    now = then;
	    then = x;
	  }
	__partition (thread, 1, float *w = ub + t)
	  *w = now[t + 1];
      }
}

int
main (void)
{
  enum { B = 3, STEPS = 9 };
  static float in[B * N], out[B * N];
  for (int i = 0; i < B * N; i++)
    in[i] = t_random () % 64;
  float *d = t_dev (in, sizeof in);
  LAUNCH (B, N, heat, d, STEPS);
  t_back (out, d, sizeof out);
  for (int b = 0; b < B; b++)
    {
      float u[2][N + 2] = { { 0 } };
      memcpy (u[0] + 1, in + b * N, N * sizeof *in);
      for (int k = 0; k < STEPS; k++)
	{
	  const float *p = u[k & 1];
	  for (int i = 1; i <= N; i++)
	    u[~k & 1][i] = p[i] + 0.25f * (p[i - 1] - 2 * p[i] + p[i + 1]);
	}
      for (int i = 0; i < N; i++)
	CHECK (fabsf (u[STEPS & 1][i + 1] - out[b * N + i]) < 1e-4f);
    }
  return 0;
}
