/* SPDX-License-Identifier: MIT */
/* A loop of two conditions that is entered at the second has two branches a turn, one for each: what enters it lies
   before it, not in the way of its turns (ptx/fix/layout.c).  "exits" would make one of them.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=exits" } */
/* { dg-final { scan-ptx-times {(?n)^\tbra \$} 1 { target !gcc14 } } } */
#include "../aux/t.h"

enum { N = 64, MOST = 40 };

/* How often a number is squared until it is large, at most MOST times.  All numbers are exact.  */
#define TURNS(r, i, most) \
  float cx = i % 8 - 4, cy = i / 8 - 4, x = 0, y = 0; \
  int r = 0; \
  while (r < most && x * x + y * y < 400) \
    { \
      float t = x * x - y * y + cx; \
      y = 2 * x * y + cy; \
      x = t; \
      r++; \
    }

__kernel __requires (grid (1)) void
turns (int most, int *restrict out)
{
  EACH_THREAD (i)
    {
      TURNS (r, i, most)
      out[i] = r;
    }
}

int
main (void)
{
  int *out = NEW (int, N), seen[MOST + 1] = { 0 };
  for (int most = 0; most <= MOST; most += most < 4 ? 1 : 9)
    {
      LAUNCH (1, N, turns, most, out);
      for (int i = 0; i < N; i++)
	{
	  TURNS (r, i, most)
	  CHECK (out[i] == r);
	  seen[r] = 1;
	}
    }
  /* Both conditions have ended it.  */
  CHECK (seen[0] && seen[MOST] && seen[3]);
  return 0;
}
