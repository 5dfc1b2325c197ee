/* SPDX-License-Identifier: MIT */
/* Copies by tensor maps that are apart, and operations that commute, wait for nothing: not until what was stored
   is in global memory, only, before they end, until it was read.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-final { scan-ptx-not {cp\.async\.bulk\.wait_group 0} } } */
#include "../aux/t.h"

enum { N = 32, BOXES = 8 };
typedef int tile[N];
struct maps { px_tensor_map in; px_tensor_map to[2]; };

#define KERNEL(name, parameters, ...) \
  __kernel __requires (grid (1), block (1), threads (N), smem (2 * sizeof (tile) + 1024)) void \
  name (parameters, int n) \
  { \
    __group (block, 1) \
      { \
	__shared tile a, b; \
	int t __perspective (thread, 1) = px_id (thread); \
	__each (thread, int *w = a + t) *w = t; \
	__each (thread, int *w = b + t) *w = t; \
	__VA_ARGS__ \
      } \
  }
#define ONE const px_tensor_map m
#define TWO const struct maps s
#define LOAD(t, map, box) __async (tile *w = &t) px_tensor_load (w, &(map), N * (box));
#define STORE(t, map, box) __async (tile *w = &t) px_tensor_store (&(map), w, N * (box));
#define OF(op, t, map, box) __async (tile *w = &t) px_tensor_##op (&(map), w, N * (box));

/* Boxes one behind the other, in two runs; members of a structure; columns and rows of a matrix; tiles.  */
KERNEL (behind, ONE, for (int j = 0; j < 3 + n; j++) { STORE (a, m, j) STORE (b, m, 3 + n + j) })
KERNEL (strided, ONE, for (int j = 0; j < 4; j++) { STORE (a, m, 2 * j) STORE (b, m, 2 * j + 1) })
KERNEL (members, TWO, STORE (a, s.to[0], n) STORE (b, s.to[1], n))
KERNEL (both, TWO, LOAD (a, s.in, n) STORE (a, s.to[1], n))
KERNEL (commute, ONE, OF (add, a, m, n) OF (add, b, m, n) OF (add, a, m, n + 1))
#define ROW(t, map, x, y) __async (row *w = &t) px_tensor_store (&(map), w, x, y);
typedef int row[1][N];
__kernel __requires (grid (1), block (1), threads (N), smem (sizeof (row) + 1024)) void
matrix (const px_tensor_map m, int n)
{
  __group (block, 1)
    {
      __shared row a;
      int t __perspective (thread, 1) = px_id (thread);
      __each (thread, int *w = a[0] + t) *w = t;
      for (int i = 0; i < 2; i++)
	for (int j = 0; j < n; j++)
	  ROW (a, m, i * N, j)
    }
}

static int out[2][BOXES * N];

int
main (void)
{
  int *d[3];
  struct maps s;
  px_tensor_map rows;
  struct px_tensor tensor = { .type = PX_TENSOR_S32, .rank = 1, .size = { BOXES * N }, .box = { N } },
    two = { .type = PX_TENSOR_S32, .rank = 2, .size = { 2 * N, BOXES / 2 }, .box = { N, 1 } };
  for (int i = 0; i < 3; i++)
    {
      d[i] = t_dev (out, sizeof out[0]);
      OK (px_tensor_map_tiled (i ? &s.to[i - 1] : &s.in, d[i], &tensor));
    }
  OK (px_tensor_map_tiled (&rows, d[1], &two));
  /* How many elements of both maps' memory are their box's column.  */
#define TRY(name, argument, n, want) \
  do { \
    int found = 0; \
    OK (px_memset (d[1], 0xff, sizeof out[0])); \
    OK (px_memset (d[2], 0xff, sizeof out[0])); \
    LAUNCH (1, N, name, argument, n); \
    OK (px_copy (out[0], d[1], sizeof out[0])); \
    OK (px_copy (out[1], d[2], sizeof out[0])); \
    for (int i = 0; i < 2 * BOXES * N; i++) \
      found += out[i / (BOXES * N)][i % (BOXES * N)] == i % N; \
    CHECK (found == want); \
  } while (0)
  TRY (behind, s.to[0], 1, 8 * N);
  TRY (strided, s.to[0], 0, 8 * N);
  TRY (members, s, 1, 2 * N);
  TRY (both, s, 1, 1);
  TRY (commute, s.to[0], 0, 1);
  TRY (matrix, rows, 3, 6 * N);
  return 0;
}
