/* SPDX-License-Identifier: MIT */
/* Heat on a square, five points, a tile with its border in shared memory; the
   host swaps the grids.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { B = 16, E = B + 2, N = 64, STEPS = 5 };

__kernel __requires (grid (1), block (1), threads (B * B)) void
heat (const float *u, float *v, int n)
{
  int across = n / B;
  int b __perspective (block, 1) = px_id (block);
  int x0 __perspective (block, 1) = b % across * B, y0 __perspective (block, 1) = b / across * B;
  __partition (block, 1, float *mine = v + y0 * n + x0)
    __group (block, 1)
      {
	__shared float s[E * E];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < E * E; i += B * B)
	  __partition (thread, 1, float *w = s + i + t)
	    __group (thread, 1)
	      if (i + t < E * E)
		{
		  int y = y0 + (i + t) / E - 1, x = x0 + (i + t) % E - 1;
		  *w = y >= 0 && y < n && x >= 0 && x < n ? u[y * n + x] : 0;
		}
	__partition (thread, 1, float *w = mine + t / B * n + t % B)
	  __group (thread, 1)
	    {
	      const float *c = s + (t / B + 1) * E + t % B + 1;
	      *w = 0.25f * (c[-1] + c[1] + c[-E] + c[E]);
	    }
      }
}

static float
at (const float *u, int y, int x)
{
  return y >= 0 && y < N && x >= 0 && x < N ? u[y * N + x] : 0;
}

int
main (void)
{
  static float u[N * N], v[N * N], got[N * N];
  for (int i = 0; i < N * N; i++)
    u[i] = t_random () % 256;
  float *d = t_dev (u, sizeof u), *e = t_dev (0, sizeof u);
  for (int k = 0; k < STEPS; k++)
    {
      LAUNCH (N / B * (N / B), B * B, heat, k % 2 ? e : d, k % 2 ? d : e, N);
      for (int y = 0; y < N; y++)
	for (int x = 0; x < N; x++)
	  v[y * N + x] = 0.25f * (at (u, y, x - 1) + at (u, y, x + 1) + at (u, y - 1, x) + at (u, y + 1, x));
      memcpy (u, v, sizeof u);
    }
  t_back (got, STEPS % 2 ? e : d, sizeof got);
  for (int i = 0; i < N * N; i++)
    CHECK (got[i] == u[i]);
  return 0;
}
