/* SPDX-License-Identifier: MIT */
/* Softmax, online, of attention's scores: for CAUSAL attention or not, blocks of BQ queries and BKV keys.  */
#include <math.h>

#define PRIVATE __perspective (thread, 1)

/* Makes the scores *S of rows from ROW on and columns from COL on, of N, weights: TOP and SUM are each row's greatest
   score and sum of weights, two a thread, FIX what earlier weights are to be multiplied by.  EDGE: some of the columns
   may be beyond N.  */
static inline __device __requires (thread (128)) void
weigh (px_acc (float, BQ, BKV) *s, float *top PRIVATE, float *sum PRIVATE, float *fix PRIVATE, int row PRIVATE, int col,
       int n, float scale, int edge)
{
  float now[2] PRIVATE = { top[0], top[1] }, part[2] PRIVATE = { 0, 0 }, least[2] PRIVATE;
  for (int e = 0; e < px_count (s); e++)
    {
      float x PRIVATE = px_get (s, e);
      if (CAUSAL || edge)
	{
	  int c PRIVATE = px_col (s, e) + col;
	  int seen PRIVATE = (c < n) & (!CAUSAL | (c <= px_row (s, e) + row));
	  x = seen ? x : -1e30f;
	  px_set (s, e, x);
	}
      now[e >> 1 & 1] = fmaxf (now[e >> 1 & 1], x);
    }
#pragma GCC unroll 2
  for (int j = 0; j < 2; j++)
    {
      now[j] = fmaxf (now[j], px_shfl_xor (now[j], 1, 4));
      now[j] = fmaxf (now[j], px_shfl_xor (now[j], 2, 4));
      fix[j] = px_fast_exp2 ((top[j] - now[j]) * scale);
      top[j] = now[j];
      /* Of a row without a score so far all weights are 0.  */
      least[j] = CAUSAL && now[j] < -1e29f ? 0 : now[j] * scale;
    }
  for (int e = 0; e < px_count (s); e++)
    {
      float x PRIVATE = px_fast_exp2 (fmaf (px_get (s, e), scale, -least[e >> 1 & 1]));
      px_set (s, e, x);
      part[e >> 1 & 1] += x;
    }
  for (int j = 0; j < 2; j++)
    sum[j] = sum[j] * fix[j] + part[j];
}
