/* SPDX-License-Identifier: MIT */
/* A step of a beam search: the best few of each thread, then of all, structs with bit-fields.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { K = 4, T = 64 };
struct hyp
{
  float score;
  unsigned token : 24, beam : 8;
};

__device static inline _Bool
better (struct hyp a, struct hyp b)
{
  return a.score > b.score || (a.score == b.score && (a.beam < b.beam || (a.beam == b.beam && a.token < b.token)));
}

__device static inline void
insert (struct hyp top[K], struct hyp h)
{
  if (!better (h, top[K - 1]))
    return;
  int i = K - 1;
  while (i > 0 && better (h, top[i - 1]))
    {
      top[i] = top[i - 1];
      i--;
    }
  top[i] = h;
}

__kernel __requires (grid (1), block (1), threads (T), smem (T * K * sizeof (struct hyp))) void
beam_step (const float *logp, const float *score, const unsigned char *done, int vocab, int beams, struct hyp *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, struct hyp *o = out + b * K)
    __group (block, 1)
      {
	__shared struct hyp all[T][K];
	int t __perspective (thread, 1) = px_id (thread);
	struct hyp top[K] __perspective (thread, 1);
	for (int i = 0; i < K; i++)
	  top[i] = (struct hyp) { -INFINITY, 0xffffff, 255 };
	for (int j = 0; j < beams; j++)
	  {
	    const float *row = logp + ((long) b * beams + j) * vocab;
	    float base = score[b * beams + j];
	    if (done[b * beams + j])
	      __group (thread, 1)
		{
		  if (t == 0)
		    insert (top, (struct hyp) { base, 0, j });
		}
	    else
	      __group (thread, 1)
		for (int v = t; v < vocab; v += T)
		  insert (top, (struct hyp) { base + row[v], v, j });
	  }
	__partition (thread, 1, struct hyp *p = all[t])
	  for (int i = 0; i < K; i++)
	    p[i] = top[i];
	for (int half = T / 2; half; half /= 2)
	  {
	    __group (thread, 1)
	      if (t < half)
		for (int i = 0; i < K; i++)
		  insert (top, all[t + half][i]);
	    __partition (thread, 1, struct hyp *p = &all[t][0])
	      __group (thread, 1)
		if (t < half)
		  for (int i = 0; i < K; i++)
		    p[i] = top[i];
	  }
	__partition (thread, 1, struct hyp *p = o + t)
	  __group (thread, 1)
	    if (t < K)
	      *p = all[0][t];
      }
}

static int
cmp (const void *a, const void *b)
{
  const struct hyp *x = a, *y = b;
  return x->score > y->score   ? -1
	 : x->score < y->score ? 1
	 : x->beam != y->beam  ? x->beam - y->beam
			       : (int) x->token - (int) y->token;
}

int
main (void)
{
  enum { B = 2, BE = 3, V = 500 };
  float *lp = NEW (float, B * BE * V), *s = NEW (float, B * BE);
  unsigned char *d = NEW (unsigned char, B * BE);
  struct hyp *o = NEW (struct hyp, B * K);
  for (int i = 0; i < B * BE * V; i++)
    lp[i] = -RND (1000) / 100.f;
  for (int i = 0; i < B * BE; i++)
    s[i] = -RND (100) / 1000.f;
  d[1] = 1, d[4] = 1;
  LAUNCH (B, T, beam_step, lp, s, d, V, BE, o);
  for (int b = 0; b < B; b++)
    {
      static struct hyp h[BE * V];
      int n = 0;
      for (int j = 0; j < BE; j++)
	if (d[b * BE + j])
	  h[n++] = (struct hyp) { s[b * BE + j], 0, j };
	else
	  for (int v = 0; v < V; v++)
	    h[n++] = (struct hyp) { s[b * BE + j] + lp[(b * BE + j) * V + v], v, j };
      qsort (h, n, sizeof *h, cmp);
      for (int i = 0; i < K; i++)
	CHECK (h[i].score == o[b * K + i].score && h[i].token == o[b * K + i].token
	       && h[i].beam == o[b * K + i].beam);
    }
  return 0;
}
