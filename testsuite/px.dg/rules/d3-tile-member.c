/* SPDX-License-Identifier: MIT */
/* D3: px aligns a structure that a tile is in, so that tensor copies and px_at agree.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
#include "../aux/t.h"

typedef px_tile (px_half, 64, 64, 128) tile;
struct s { float pad[128]; tile t[2] __attribute__ ((aligned (1024))); };

__kernel __requires (grid (1), block (1), threads (128), smem (1024 + sizeof (struct s) + 1024))
void f (px_tensor_map m, unsigned short *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned short *o = out + b * 4096)
    __group (block, 1)
      {
	__shared int first[128];
	__shared struct s s;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = first + t)
	  *w = t;
	__async (struct s *x = &s)
	  px_tensor_load (&x->t[1], &m, 0, 0);
	__partition (thread, 1, unsigned short *w = o + t)
	  __group (thread, 1)
	    for (int i = 0; i < 32; i++)
	      w[128 * i] = px_at (&s.t[1], (128 * i + t) / 64, (128 * i + t) % 64).bits + first[t ^ 33] - (t ^ 33);
      }
}

int
main (void)
{
  static unsigned short h[4096], g[4096];
  for (int i = 0; i < 4096; i++)
    h[i] = 7 * i;
  void *d = t_dev (h, sizeof h), *o = t_dev (NULL, sizeof g);
  px_tensor_map m;
  OK (px_tensor_map_for (&m, tile, d, .size = { 64, 64 }));
  LAUNCH (1, 128, f, m, o);
  t_back (g, o, sizeof g);
  CHECK (!memcmp (g, h, sizeof g));
  return 0;
}
