/* SPDX-License-Identifier: MIT */
/* A map that a loop chose is, behind the loop, that of its last turn: what earlier turns added by other maps of the
   same tensor may be what a load brings then, though the boxes are apart.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"

enum { N = 32, MAPS = 3 };
typedef int tile[N];

/* Map I begins I boxes behind the first: box 0 of map 1 is box 1 of map 0.  */
__kernel __requires (grid (1), block (1), threads (N), smem (2 * sizeof (tile) + 1024)) void
f (const px_tensor_map *p, const int *which, int *out, int n)
{
  int g __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + g * N)
    __group (block, 1)
      {
	__shared tile a, b;
	int t __perspective (thread, 1) = px_id (thread);
	const px_tensor_map *q __perspective (block, 1);
	int j __perspective (block, 1) = 0;
	__each (thread, int *w = a + t) *w = t + 1;
	do
	  {
	    q = p + which[j];
	    __async (tile *w = &a) px_tensor_add (q, w, 0);
	  }
	while (++j < n);
	__async (tile *w = &b) px_tensor_load (w, q, N);
	__each (thread, int *w = o + t) *w = b[t];
      }
}

int
main (void)
{
  static int out[N], zero[N * (MAPS + 1)];
  int *d = t_dev (zero, sizeof zero), *o = t_dev (0, sizeof out);
  px_tensor_map m[MAPS];
  struct px_tensor tensor = { .type = PX_TENSOR_S32, .rank = 1, .size = { 2 * N }, .box = { N } };
  for (int i = 0; i < MAPS; i++)
    OK (px_tensor_map_tiled (&m[i], d + i * N, &tensor));
  px_tensor_map *p = t_dev (m, sizeof m);
  int *which = t_dev ((int[]) { 2, 1, 0 }, 3 * sizeof (int));
  LAUNCH (1, N, f, p, which, o, MAPS);
  t_back (out, o, sizeof out);
  for (int t = 0; t < N; t++)
    CHECK (out[t] == t + 1);
  return px_check (px_free (d)) || px_check (px_free (p)) || px_check (px_free (which));
}
