/* SPDX-License-Identifier: MIT */
/* The game of life on a torus of bytes; several generations in one cooperative
   launch, ordered across the grid.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { N = 64, T = 64, G = 5 };

__device static inline unsigned char
alive (const unsigned char *w, int y, int x)
{
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dy || dx)
	n += w[(y + dy + N) % N * N + (x + dx + N) % N];
  return n == 3 || (n == 2 && w[y * N + x]);
}

__kernel __requires (grid (1), block (1), threads (T), cooperative) void
life (unsigned char *a, unsigned char *b, int g)
{
  int y __perspective (block, 1) = px_id (block);
  int x __perspective (thread, 1) = px_id (thread) % T;
  for (int i = 0; i < g; i++)
    {
      __partition (block, 1, unsigned char *row = b + y * N)
	__group (block, 1)
	  __partition (thread, 1, unsigned char *c = row + x)
	    __group (thread, 1) *c = alive (a, y, x);
      __partition (block, 1, unsigned char *row = a + y * N)
	__group (block, 1)
	  __partition (thread, 1, unsigned char *c = row + x)
	    __group (thread, 1) *c = alive (b, y, x);
    }
}

int
main (void)
{
  static unsigned char v[N * N], w[N * N];
  for (int i = 0; i < N * N; i++)
    v[i] = t_random () % 3 == 0;
  unsigned char *a = t_dev (v, sizeof v), *b = t_dev (0, sizeof v);
  struct px_config c = px_grid (N, T);
  c.cooperative = 1;
  OK (px_launch (c, life, a, b, G));
  OK (px_synchronize ());
  for (int g = 0; g < 2 * G; g++)
    {
      for (int i = 0; i < N * N; i++)
	{
	  int n = 0, y = i / N, x = i % N;
	  for (int dy = -1; dy <= 1; dy++)
	    for (int dx = -1; dx <= 1; dx++)
	      if (dy || dx)
		n += v[(y + dy + N) % N * N + (x + dx + N) % N];
	  w[i] = n == 3 || (n == 2 && v[i]);
	}
      memcpy (v, w, sizeof v);
    }
  t_back (w, a, sizeof w);
  OK (px_free (b));
  CHECK (!memcmp (v, w, sizeof v));
  return 0;
}
