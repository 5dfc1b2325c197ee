/* SPDX-License-Identifier: MIT */
/* Limits that each branch loads for itself: two loads of one place that nobody can write are
   the same number.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 3, W = 32, T = 64, B = 4 };
struct limits { short first, last; };
__constant struct limits limit[B] = { { 0, 5 }, { 5, 5 }, { 5, 12 }, { 12, 13 } };

#define KERNEL(name, parameters, first, last) \
  __kernel __requires (grid (1), block (1), threads (T), smem (4 * S * W)) void \
  name (parameters, const int *in, int *out) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * W) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][W]; \
	  __claim (thread, W, int *mine = o) \
	    __split (thread) \
	      { \
		__case (W) \
		  { \
		    int sum __perspective (thread, 1) = 0, n = (last) - (first); \
		    for (int i = 0; i < n; i++) \
		      sum = sum * 3 + x[i % S][W - 1 - px_id (thread)]; \
		    __partition (thread, 1, int *q = mine + px_id (thread)) \
		      *q = sum; \
		  } \
		__case (W) \
		  for (int i = 0, n = (last) - (first); i < n; i++) \
		    __partition (thread, 1, int *w = x[i % S] + px_id (thread)) \
		      *w = in[(first + i) * W + px_id (thread)]; \
	      } \
	} \
  }
KERNEL (rows, const int *start, start[b], start[b + 1])
KERNEL (structs, const struct limits *p, p[b].first, p[b].last)
KERNEL (constants, int shift, limit[b].first + shift, limit[b].last + shift)

int
main (void)
{
  static int in[13 * W], out[B][W];
  static const int start[] = { 0, 5, 5, 12, 13 };
  static const struct limits l[] = { { 0, 5 }, { 5, 5 }, { 5, 12 }, { 12, 13 } };
  for (int i = 0; i < 13 * W; i++)
    in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in);
  int *s = t_dev (start, sizeof start);
  struct limits *p = t_dev (l, sizeof l);
  for (int k = 0; k < 3; k++)
    {
      int *o = t_dev (0, sizeof out);
      if (k == 0)
	LAUNCH (B, T, rows, s, d, o);
      else if (k == 1)
	LAUNCH (B, T, structs, p, d, o);
      else
	LAUNCH (B, T, constants, 0, d, o);
      t_back (out, o, sizeof out);
      for (int b = 0; b < B; b++)
	for (int t = 0; t < W; t++)
	  {
	    int sum = 0;
	    for (int i = start[b]; i < start[b + 1]; i++)
	      sum = sum * 3 + in[i * W + W - 1 - t];
	    CHECK (out[b][t] == sum);
	  }
    }
  OK (px_free (d));
  OK (px_free (s));
  OK (px_free (p));
  return 0;
}
