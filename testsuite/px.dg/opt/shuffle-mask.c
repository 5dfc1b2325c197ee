/* SPDX-License-Identifier: MIT */
/* Shuffles among fewer threads than a warp has: where the code is the whole warp's the mask of the
   threads that take part is the warp's, a constant.  It is computed where only some of the warp
   may be there: in code of 16 threads, in blocks whose last warp is not full, in a function that
   other code calls, and for votes, whose result depends on the mask.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {shfl\.sync\.bfly\.b32 [^\n]*, 7199, 4294967295;} 3 } } */
/* { dg-final { scan-ptx-times {shfl\.sync\.bfly\.b32 [^\n]*, 7199, %pxm;} 3 } } */
/* { dg-final { scan-ptx-times {shfl\.sync\.idx\.b32 [^\n]*, 7199, 4294967295;} 1 } } */
/* { dg-final { scan-ptx-times {vote\.sync\.any[^\n]*, %pxm;} 1 } } */
#include "../aux/t.h"

enum { N = 64 };

static inline __device __requires (thread (4)) __perspective (thread, 1) int
twice_if (int v __perspective (thread, 1), int c __perspective (thread, 4))
{
  if (c)
    v += px_shfl_xor (v, 1, 4);
  return v;
}

/* Of full warps.  */
__kernel __requires (grid (1), block (1), threads (N)) void
full (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1) = in[t];
  v += px_shfl_xor (v, 1, 4);
  int w __perspective (thread, 4) = px_any (v > 60, 4);
  __group (thread, 32)
    {
      v += px_shfl_xor (v, 2, 4);
      if (px_all (w, 32))
	v += px_shfl_xor (v, 3, 4);
      v += px_broadcast (v, 4);
    }
  __group (thread, 16)
    if (px_broadcast (v, 16) % 2)
      v += px_shfl_xor (v, 2, 4);
  v = twice_if (v, w);
  __partition (block, 1, int *o = out + N * px_id (block))
    __group (block, 1)
      __partition (thread, 1, int *q = o + px_id (thread))
	__group (thread, 1)
	  *q = v;
}

/* The last warp has 4 threads.  */
__kernel __requires (grid (1), block (1), threads (36)) void
rest (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1) = in[t];
  v += px_shfl_xor (v, 1, 4);
  __partition (block, 1, int *o = out + 36 * px_id (block))
    __group (block, 1)
      __partition (thread, 1, int *q = o + px_id (thread))
	__group (thread, 1)
	  *q = v;
}

static void
add (int *v, int n, int by)
{
  int old[N];
  for (int t = 0; t < n; t++)
    old[t] = v[t];
  for (int t = 0; t < n; t++)
    v[t] = old[t] + old[t ^ by];
}

int
main (void)
{
  static int in[N], out[N], v[N], u[N];
  for (int t = 0; t < N; t++)
    in[t] = v[t] = u[t] = t * 3 % 37;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out), bad = 0, w[N];
  LAUNCH (1, N, full, di, d);
  t_back (out, d, sizeof out);
  add (v, N, 1);
  for (int t = 0; t < N; t++)
    {
      w[t] = 0;
      for (int k = 0; k < 4; k++)
	w[t] |= v[(t & ~3) + k] > 60;
    }
  add (v, N, 2);
  for (int h = 0; h < N; h += 32)
    {
      int all = 1;
      for (int t = h; t < h + 32; t++)
	all &= w[t];
      if (all)
	add (v + h, 32, 3);
    }
  for (int t = N - 1; t >= 0; t--)
    v[t] += v[t & ~3];
  for (int h = 0; h < N; h += 16)
    if (v[h] % 2)
      add (v + h, 16, 2);
  for (int h = 0; h < N; h += 4)
    if (w[h])
      add (v + h, 4, 1);
  for (int t = 0; t < N; t++)
    bad += out[t] != v[t];
  d = t_dev (0, sizeof out);
  LAUNCH (1, 36, rest, di, d);
  t_back (out, d, sizeof out);
  add (u, 36, 1);
  for (int t = 0; t < 36; t++)
    bad += out[t] != u[t];
  return bad;
}
