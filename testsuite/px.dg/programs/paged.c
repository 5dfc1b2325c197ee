/* SPDX-License-Identifier: MIT */
/* One step of attention over keys and values in pages, a block a head of a sequence: warps go
   through pages, their softmaxes are joined in shared memory.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { D = 64, PAGE = 16, WARPS = 4, T = 32 * WARPS };
typedef struct
{
  const float *k, *v;
  const unsigned short *table;
  const int *len;
  int max_pages;
} cache_t;

__kernel __requires (grid (1), block (1), threads (T)) void
decode (const float *q, cache_t kv, float *out, int heads, float scale)
{
  int b __perspective (block, 1) = px_id (block), seq __perspective (block, 1) = b / heads,
			      head __perspective (block, 1) = b % heads;
  __partition (block, 1, float *ob = out + (size_t) b * D)
    __group (block, 1)
      {
	__shared float acc_s[WARPS][D];
	__shared struct
	{
	  float m, l;
	} ml[WARPS];
	int w __perspective (thread, 32) = px_id (thread, 32);
	int t __perspective (thread, 1) = px_id (thread), lane __perspective (thread, 1) = t & 31;
	int n = kv.len[seq], pages = (n + PAGE - 1) / PAGE;
	float slope = exp2f (-8.f * (head + 1) / heads);
	px_float2 qv __perspective (thread, 1) = px_ld2 (q + (size_t) b * D + 2 * lane);
	px_float2 acc __perspective (thread, 1) = { 0, 0 };
	float m __perspective (thread, 32) = -INFINITY, l __perspective (thread, 32) = 0;
	__group (thread, 32)
	  for (int pg = w; pg < pages; pg += WARPS)
	    {
	      long base = (long) kv.table[seq * kv.max_pages + pg] * PAGE * heads * D + head * D;
	      for (int j = 0; j < PAGE && pg * PAGE + j < n; j++)
		{
		  px_float2 kk __perspective (thread, 1) = px_ld2 (kv.k + base + (long) j * heads * D + 2 * lane);
		  float s __perspective (thread, 1) = qv.x * kk.x + qv.y * kk.y;
		  for (int x = 16; x > 0; x /= 2)
		    s += px_shfl_xor (s, x);
		  float sc = px_broadcast (s) * scale - slope * (n - 1 - (pg * PAGE + j));
		  float m2 = fmaxf (m, sc), c = expf (m - m2), p = expf (sc - m2);
		  px_float2 vv __perspective (thread, 1) = px_ld2 (kv.v + base + (long) j * heads * D + 2 * lane);
		  acc.x = acc.x * c + p * vv.x, acc.y = acc.y * c + p * vv.y;
		  l = l * c + p, m = m2;
		}
	    }
	__partition (thread, 1, float *p = &acc_s[w][2 * lane])
	  p[0] = acc.x, p[1] = acc.y;
	__partition (thread, 1, __typeof__ (ml[0]) *p = ml + w)
	  __group (thread, 1)
	    if (lane == 0)
	      p->m = m, p->l = l;
	float top = -INFINITY, sum = 0;
	for (int i = 0; i < WARPS; i++)
	  top = fmaxf (top, ml[i].m);
	for (int i = 0; i < WARPS; i++)
	  sum += ml[i].l * expf (ml[i].m - top);
	__partition (thread, 1, float *p = ob + t)
	  __group (thread, 1)
	    if (t < D)
	      {
		float s = 0;
		for (int i = 0; i < WARPS; i++)
		  s += acc_s[i][t] * expf (ml[i].m - top);
		*p = s / sum;
	      }
      }
}

int
main (void)
{
  enum { S = 2, H = 3, MP = 8, NP = 20 };
  float *q = NEW (float, S * H * D), *k = NEW (float, NP * PAGE * H * D), *v = NEW (float, NP * PAGE * H * D),
	*o = NEW (float, S * H * D);
  unsigned short *tb = NEW (unsigned short, S * MP);
  int *len = NEW (int, S);
  for (int i = 0; i < S * H * D; i++)
    q[i] = RND (10) / 10.f;
  for (int i = 0; i < NP * PAGE * H * D; i++)
    k[i] = RND (10) / 10.f, v[i] = RND (100);
  for (int i = 0; i < S * MP; i++)
    tb[i] = (i * 7 + 3) % NP;
  len[0] = 77, len[1] = 5;
  LAUNCH (S * H, T, decode, q, ((cache_t){ k, v, tb, len, MP }), o, H, .125f);
  for (int b = 0; b < S * H; b++)
    {
      int s = b / H, h = b % H;
      double w[128], sum = 0;
      for (int j = 0; j < len[s]; j++)
	{
	  double x = 0;
	  for (int d = 0; d < D; d++)
	    x += q[b * D + d] * k[((tb[s * MP + j / PAGE] * PAGE + j % PAGE) * H + h) * D + d];
	  sum += w[j] = exp (x * .125 - exp2 (-8. * (h + 1) / H) * (len[s] - 1 - j));
	}
      for (int d = 0; d < D; d++)
	{
	  double x = 0;
	  for (int j = 0; j < len[s]; j++)
	    x += w[j] / sum * v[((tb[s * MP + j / PAGE] * PAGE + j % PAGE) * H + h) * D + d];
	  CHECK (fabs (x - o[b * D + d]) < 1e-2);
	}
    }
  return 0;
}
