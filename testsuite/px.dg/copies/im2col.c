/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a" } */
/* { dg-final { scan-ptx-times {\.im2col\.mbarrier[^ ]*bytes } 4 } } */
/* { dg-final { scan-ptx-times {\.im2col\.mbarrier[^ ]*multicast} 1 } } */
/* { dg-final { scan-ptx-times {im2col_no_offs} 6 } } */
/* { dg-final { scan-ptx-times {@%pxe prefetch\.tensormap} 3 } } */
/* Copies by im2col maps of 3 to 5 dimensions, as a convolution wants them: to arrays and
   to a tile, and back, stored and added, against plain C.  */
#include "../aux/t.h"

enum { C = 16, PIXELS = 64 };
typedef px_tile (px_half, PIXELS, C, 32) tile;

#define KERNEL(DIMS, OFFSETS, AT)							\
__kernel __requires (grid (1), block (1), threads (64), smem (PIXELS * C * 4)) void	\
k##DIMS (px_tensor_map from __perspective (grid, 1), px_tensor_map to __perspective (grid, 1),	\
	 px_tensor_map sum __perspective (grid, 1), int *out __perspective (grid, 1))	\
{											\
  int blk __perspective (block, 1) = px_id (block);					\
  __partition (block, 1, int *o = out + blk * PIXELS * C)				\
    __group (block, 1)									\
      {											\
	__shared _Alignas (128) int s[PIXELS][C];					\
	int t __perspective (thread, 1) = px_id (thread);				\
	px_tensor_map_prefetch (&from);							\
	px_tensor_prefetch_im2col (&from, PX_ARGS OFFSETS, PX_ARGS AT);			\
	__async (int (*x)[PIXELS][C] = &s)						\
	  px_tensor_load_im2col (x, &from, PX_ARGS OFFSETS, PX_ARGS AT);		\
	__partition (thread, 1, int *x = o + t * C)					\
	  __group (thread, 1)								\
	    for (int c = 0; c < C; c++)							\
	      x[c] = s[t][c];								\
	__async (int (*x)[PIXELS][C] = &s)						\
	  {										\
	    px_tensor_store_im2col (&to, x, PX_ARGS AT);				\
	    px_tensor_add_im2col (&sum, x, PX_ARGS AT);					\
	  }										\
      }											\
}
#define PX_ARGS(...) __VA_ARGS__
KERNEL (3, (2), (0, -1, 1))
KERNEL (4, (2, 1), (0, -1, -1, 0))
KERNEL (5, (2, 1, 0), (0, -1, 0, -1, 0))

__kernel __requires (grid (1), block (1), threads (64), smem (sizeof (tile))) void
k_tile (px_tensor_map from __perspective (grid, 1), px_half *out __perspective (grid, 1))
{
  int blk __perspective (block, 1) = px_id (block);
  __partition (block, 1, px_half *o = out + blk * PIXELS * C)
    __group (block, 1)
      {
	__shared tile s;
	int t __perspective (thread, 1) = px_id (thread);
	__async (tile *x = &s)
	  px_tensor_load_im2col (x, &from, 1, 2, 0, -1, -1, 0);
	__partition (thread, 1, px_half *x = o + t * C)
	  __group (thread, 1)
	    for (int c = 0; c < C; c++)
	      x[c] = px_at (&s, t, c);
      }
}

/* Each of two blocks brings one of the pictures to both, step by step one column on.  */
__kernel __requires (grid (1), threads (96), cluster (2), smem (6 * sizeof (tile))) void
k_all (px_tensor_map from __perspective (grid, 1), px_half *out __perspective (grid, 1), int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, px_half *o = out + b * n * 2 * PIXELS * C)
    __group (block, 2)
      {
	int r __perspective (block, 1) = px_id (block);
	__shared __slots (3) tile s[3][2];
	__group (block, 1)
	  __claim (thread, 64, px_half *mine = o)
	    __split (thread)
	      {
		__case (64)
		  {
		    int t __perspective (thread, 1) = px_id (thread);
		    for (int i = 0; i < n; i++)
		      __partition (thread, 1, px_half *q = mine + (i * 2 * PIXELS + t) * C)
			__group (thread, 1)
			  for (int c = 0; c < 2 * C; c++)
			    q[c / C * PIXELS * C + c % C] = px_at (&s[i % 3][c / C], t, c % C);
		  }
		__case (32)
		  for (int i = 0; i < n; i++)
		    __async (tile *x = s[i % 3])
		      px_tensor_load_im2col_multicast (x + r, &from, 3, i % 3, 2, 0, -1, -1, r);
	      }
      }
}

/* Tensor sizes, innermost first, of D dimensions: C, then space, then images.  */
static const int size[6][5] = { [3] = { C, 20, 5 }, [4] = { C, 10, 7, 3 }, [5] = { C, 6, 5, 4, 3 } };
enum { MOST = C * 400 };

/* Where pixel P of a copy is, from START on, its base within corners -1 and SIZE - 2;
   moved by OFFSETS; -1: outside.  */
static int
place (int d, int p, const int *start, const int *offsets)
{
  int x[5], at = 0, stride = C;
  for (int i = 1; i < d; i++)
    x[i] = start[i];
  while (p--)
    for (int i = 1; i < d; i++)
      {
	if (i == d - 1 || ++x[i] <= size[d][i] - 2)
	  {
	    x[i] += i == d - 1;
	    break;
	  }
	x[i] = -1;
      }
  for (int i = 1; i < d; i++)
    {
      int y = x[i] + (i < d - 1 ? offsets[i - 1] : 0);
      if (y < 0 || y >= size[d][i])
	return -1;
      at += y * stride;
      stride *= size[d][i];
    }
  return at;
}

static int bad;
static void
map_of (px_tensor_map *m, void *p, int d, px_tensor_type type, int swizzle)
{
  struct px_tensor t = { .type = type, .rank = d, .swizzle = swizzle };
  int lower[3] = { -1, -1, -1 }, upper[3] = { -1, -1, -1 };
  for (int i = 0; i < d; i++)
    t.size[i] = size[d][i];
  OK (px_tensor_map_im2col (m, p, &t, lower, upper, C, PIXELS));
}

#define TEST(D, OFFSETS, AT)								\
{											\
  static int in[MOST], got[PIXELS * C], out[MOST], sum[MOST], wout[MOST], wsum[MOST];	\
  const int start[] = { PX_ARGS AT }, offsets[] = { PX_ARGS OFFSETS }, none[3] = { 0 };	\
  px_tensor_map from, to, add;								\
  for (int i = 0; i < MOST; i++)							\
    in[i] = i * 3 + 1, wsum[i] = sum[i] = i % 7, wout[i] = out[i] = -5;			\
  int *di = t_dev (in, sizeof in), *dg = t_dev (0, sizeof got), *dout = t_dev (out, sizeof out), *ds = t_dev (sum, sizeof sum);	\
  map_of (&from, di, D, PX_TENSOR_S32, 0);						\
  map_of (&to, dout, D, PX_TENSOR_S32, 0);						\
  map_of (&add, ds, D, PX_TENSOR_S32, 0);						\
  LAUNCH (1, 64, k##D, from, to, add, dg);						\
  t_back (got, dg, sizeof got);								\
  t_back (out, dout, sizeof out);							\
  t_back (sum, ds, sizeof sum);								\
  for (int p = 0; p < PIXELS; p++)							\
    for (int c = 0; c < C; c++)								\
      {											\
	int at = place (D, p, start, offsets), want = at < 0 ? 0 : in[at + c], to = place (D, p, start, none);	\
	if (got[p * C + c] != want && !bad++)						\
	  printf ("%d-d: pixel %d, %d is %d, not %d\n", D, p, c, got[p * C + c], want);	\
	if (to >= 0)									\
	  wout[to + c] = want, wsum[to + c] += want;					\
      }											\
  if (memcmp (out, wout, sizeof out) || memcmp (sum, wsum, sizeof sum))			\
    bad += printf ("%d-d: what was stored or added\n", D);				\
}

int
main (void)
{
  TEST (3, (2), (0, -1, 1))
  TEST (4, (2, 1), (0, -1, -1, 0))
  TEST (5, (2, 1, 0), (0, -1, 0, -1, 0))
  static px_half in[MOST], got[PIXELS * C];
  const int start[] = { 0, -1, -1, 0 }, offsets[] = { 1, 2 };
  px_tensor_map from;
  for (int i = 0; i < MOST; i++)
    in[i].bits = i;
  px_half *di = t_dev (in, sizeof in), *dg = t_dev (0, sizeof got);
  map_of (&from, di, 4, PX_TENSOR_F16, 32);
  LAUNCH (1, 64, k_tile, from, dg);
  t_back (got, dg, sizeof got);
  for (int i = 0; i < PIXELS * C; i++)
    {
      int at = place (4, i / C, start, offsets), want = at < 0 ? 0 : at + i % C;
      if (got[i].bits != want && !bad++)
	printf ("tile: pixel %d, %d is %d, not %d\n", i / C, i % C, got[i].bits, want);
    }
  enum { N = 5 };
  static px_half all[2 * N * 2 * PIXELS * C];
  px_half *da = t_dev (0, sizeof all);
  LAUNCH (2, 96, k_all, from, da, N);
  t_back (all, da, sizeof all);
  for (int i = 0; i < 2 * N * 2 * PIXELS * C; i++)
    {
      int pixel = i / C % PIXELS, picture = i / C / PIXELS % 2, step = i / C / PIXELS / 2 % N;
      const int from[] = { 0, -1, -1, picture }, by[] = { step % 3, 2 };
      int at = place (4, pixel, from, by), want = at < 0 ? 0 : at + i % C;
      if (all[i].bits != want && !bad++)
	printf ("multicast: block %d, step %d, picture %d, pixel %d is %d, not %d\n", i / (N * 2 * PIXELS * C), step, picture, pixel,
		all[i].bits, want);
    }
  return bad;
}
