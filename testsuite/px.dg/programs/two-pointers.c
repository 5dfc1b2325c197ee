/* SPDX-License-Identifier: MIT */
/* Heat on a rod, in two arrays that change places: each thread writes its part of the one while it reads its
   neighbours' of the other, with one barrier a turn. */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 128, BLOCKS = 5 };

__kernel __requires (grid (1), block (1), threads (T)) void
heat (const float *in, float *out, int steps)
{
  int b = px_id (block);
  __each (block, float *o = out + b * T)
    {
      __shared float one[T], two[T];
      float *now = one, *next = two;
      int t = px_id (thread);
      const float *mine = in + b * T;
      __each (thread, float *w = one + t)
	*w = mine[t];
      for (int s = 0; s < steps; s++)
	{
	  __each (thread, float *w = next + t)
	    {
	      float l = t ? now[t - 1] : now[t], r = t < T - 1 ? now[t + 1] : now[t];
	      *w = 0.25f * l + 0.5f * now[t] + 0.25f * r;
	    }
	  float *h = now;
	  now = next;
	  next = h;
	}
      __each (thread, float *w = o + t)
	*w = now[t];
    }
}

static void
reference (float *x, int steps)
{
  float y[T];
  for (int s = 0; s < steps; s++)
    {
      for (int i = 0; i < T; i++)
	y[i] = 0.25f * (i ? x[i - 1] : x[i]) + 0.5f * x[i] + 0.25f * (i < T - 1 ? x[i + 1] : x[i]);
      for (int i = 0; i < T; i++)
	x[i] = y[i];
    }
}

int
main (void)
{
  static float in[BLOCKS * T], got[BLOCKS * T];
  for (int i = 0; i < BLOCKS * T; i++)
    in[i] = t_random () % 256;
  for (int steps = 0; steps < 6; steps++)
    {
      static float want[BLOCKS * T];
      float *d = t_dev (in, sizeof in), *e = t_dev (0, sizeof in);
      LAUNCH (BLOCKS, T, heat, d, e, steps);
      t_back (got, e, sizeof got);
      memcpy (want, in, sizeof in);
      for (int b = 0; b < BLOCKS; b++)
	reference (want + b * T, steps);
      for (int i = 0; i < BLOCKS * T; i++)
	CHECK (got[i] == want[i]);
    }
  return 0;
}
