/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* Three rings that are filled and drained together share one pair of barriers a slot, wherever
   threads read the third: before the product of the other two, behind it, or both; and in whatever
   order they are declared.  */
/* { dg-final { scan-ptx-times {mbarrier\.try_wait\.parity} 8 } } */
/* { dg-final { scan-ptx-times {mbarrier\.arrive} 8 } } */
#include "aux/elements.h"
enum { M = 64, N = 64, K = 64, S = 3 };
typedef px_tile (px_bf16, M, K, 128) tile;

#define TILES __shared __slots (S) tile a[S]; __shared __slots (S) tile b[S];
#define SCALES __shared __slots (S) float scale[S][M];
#define KERNEL(NAME, FIRST, SECOND, BEFORE, BEHIND)							\
__kernel __requires (grid (1), block (1), threads (256)) void						\
NAME (px_tensor_map ma __perspective (grid, 1), px_tensor_map mb __perspective (grid, 1),		\
      px_tensor_map ms __perspective (grid, 1), int steps, float *out)					\
{													\
  __partition (block, 1, float *o = out + px_id (block) * M * N)					\
    __group (block, 1)											\
      {													\
	FIRST												\
	SECOND												\
	__claim (thread, 128, float *mine = o)								\
	  __split (thread)										\
	    {												\
	      __case (128)										\
		{											\
		  int row __perspective (thread, 1) = px_id (thread) / 2;				\
		  px_acc (float, M, N) sum, part;							\
		  px_zero (&sum);									\
		  for (int i = 0; i < steps; i++)							\
		    {											\
		      float s __perspective (thread, 1) = 0;						\
		      BEFORE										\
		      px_mul_nt (&part, &a[i % S], &b[i % S]);						\
		      BEHIND										\
		      /* Of the row that is the thread's number, not of its element.  */		\
		      for (int e = 0; e < px_count (&sum); e++)						\
			px_set (&sum, e, px_get (&sum, e) + px_get (&part, e) + s);			\
		    }											\
		  px_store (mine, N, &sum);								\
		}											\
	      __case (128)										\
		for (int i = 0; i < steps; i++)								\
		  __async (tile *x = &a[i % S])								\
		    __async (tile *y = &b[i % S])							\
		      __async (float *z = scale[i % S])							\
			{										\
			  px_tensor_load (x, &ma, i * K, 0);						\
			  px_tensor_load (y, &mb, i * K, 0);						\
			  px_tensor_load (z, &ms, 0, i);						\
			}										\
	    }												\
      }													\
}
#define READ s += scale[i % S][row];
KERNEL (before, TILES, SCALES, READ, )
KERNEL (behind, TILES, SCALES, , READ)
KERNEL (both, TILES, SCALES, READ, READ)
KERNEL (declared_first, SCALES, TILES, READ, )

enum { STEPS = 7, ROW = STEPS * K };
static px_bf16 a[M * ROW], b[N * ROW];
static float scales[STEPS * M], c[M * N];

/* The thread that has element J of row I of a sum (PTX ISA, wgmma, figure of D).  */
static int holder (int i, int j) { return i / 16 * 32 + i % 8 * 4 + j % 8 / 2; }

static int
check (const char *name, int times)
{
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	double want = 0;
	for (int l = 0; l < ROW; l++)
	  want += ((i * ROW + l) * 7 + i) % 5 * (((j * ROW + l) * 3 + j) % 4);
	for (int k = 0; k < STEPS; k++)
	  want += times * scales[k * M + holder (i, j) / 2];
	if (c[i * N + j] != want)
	  return printf ("%s: c[%d][%d] = %g, not %g\n", name, i, j, c[i * N + j], want);
      }
  return 0;
}

int
main (void)
{
  for (int i = 0; i < M * ROW; i++)
    {
      a[i] = make_px_bf16 ((i * 7 + i / ROW) % 5);
      b[i] = make_px_bf16 ((i * 3 + i / ROW) % 4);
    }
  for (int i = 0; i < STEPS * M; i++)
    scales[i] = i % 37;
  px_bf16 *da = px_alloc (sizeof a), *db = px_alloc (sizeof b);
  float *ds = px_alloc (sizeof scales), *dc = px_alloc (sizeof c);
  px_tensor_map ma, mb, ms;
  struct px_tensor ts = { .type = PX_TENSOR_F32, .rank = 2, .size = { M, STEPS }, .box = { M, 1 } };
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b)) || px_check (px_copy (ds, scales, sizeof scales))
      || px_check (px_tensor_map_for (&ma, tile, da, .size = { ROW, M })) || px_check (px_tensor_map_for (&mb, tile, db, .size = { ROW, N }))
      || px_check (px_tensor_map_tiled (&ms, ds, &ts)))
    return 1;
#define TRY(NAME, TIMES)										\
  if (px_check (px_launch (px_grid (1, 256), NAME, ma, mb, ms, STEPS, dc)) || px_check (px_copy (c, dc, sizeof c))	\
      || check (#NAME, TIMES))										\
    return 1;
  TRY (before, 1)
  TRY (behind, 1)
  TRY (both, 2)
  TRY (declared_first, 1)
  return 0;
}
