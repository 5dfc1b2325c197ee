/* SPDX-License-Identifier: MIT */
/* A kernel loads boxes by the map that it stores by: a load waits until the box is in global memory, not only
   until it was read, and so does a second store to one box.  Stores to several boxes wait for nothing.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-times {cp\.async\.bulk\.wait_group 0} 4 } } */
/* The thread that stores waits alone; the barriers are those after the mbarriers are set up.  */
/* { dg-final { scan-ptx-times {bar\.} 4 } } */
#include "../aux/t.h"

enum { N = 32, ROWS = 8 };
typedef px_tile (int, ROWS, N, 128) tile;

#define KERNEL(name, body) \
  __kernel __requires (grid (1), block (1), threads (N), smem (2 * sizeof (tile) + 1024)) void \
  name (const px_tensor_map from, const px_tensor_map to, int n) \
  { \
    __group (block, 1) \
      { \
	__shared tile a, b; \
	body \
      } \
  }
#define LOAD(t, map, box) __async (tile *w = &t) px_tensor_load (w, &map, 0, ROWS * (box));
#define STORE(t, map, box) __async (tile *w = &t) px_tensor_store (&map, w, 0, ROWS * (box));

KERNEL (back, LOAD (a, from, 0) STORE (a, to, 0) LOAD (b, to, n) STORE (b, to, 1))
KERNEL (again, LOAD (a, from, 0) LOAD (b, from, 1) STORE (a, to, n) STORE (b, to, n))
KERNEL (turns, LOAD (a, from, 0) LOAD (b, from, 1) for (int i = 0; i <= n; i++) { STORE (a, to, 0) STORE (b, to, 0) })
KERNEL (others, LOAD (a, from, 0) LOAD (b, from, 1) STORE (a, to, 0) STORE (b, to, 1))

static int in[2 * ROWS * N], out[2 * ROWS * N];

/* Box 0 is then what box X of IN was, and box 1, if any, box Y.  */
#define TRY(name, x, y) \
  do { \
    OK (px_memset (o, 0, sizeof out)); \
    LAUNCH (1, N, name, from, to, 0); \
    OK (px_copy (out, o, sizeof out)); \
    CHECK (!memcmp (out, in + (x) * ROWS * N, sizeof out / 2)); \
    CHECK (y < 0 || !memcmp (out + ROWS * N, in + (y) * ROWS * N, sizeof out / 2)); \
  } while (0)

int
main (void)
{
  for (int i = 0; i < 2 * ROWS * N; i++)
    in[i] = i * 7;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  px_tensor_map from, to;
  OK (px_tensor_map_for (&from, tile, d, .size = { N, 2 * ROWS }));
  OK (px_tensor_map_for (&to, tile, o, .size = { N, 2 * ROWS }));
  TRY (back, 0, 0);
  TRY (again, 1, -1);
  TRY (turns, 1, -1);
  TRY (others, 0, 1);
  return px_check (px_free (d)) || px_check (px_free (o));
}
