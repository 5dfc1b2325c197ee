/* SPDX-License-Identifier: MIT */
/* A loop with collectives and with branches of single threads is unrolled too: by itself, and
   where a pragma asks for it.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
/* { dg-final { scan-ptx-times {shfl\.sync} 32 } } */
#include "../aux/t.h"

enum { N = 16, T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
f (const int *restrict in, int *restrict out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v[N] __perspective (thread, 1), r[N] __perspective (thread, 1);
  for (int i = 0; i < N; i++)
    {
      v[i] = in[i * T + t];
    }
  __group (thread, 32)
    {
#pragma GCC unroll N
      for (int i = 0; i < N; i++)
	{
	  int old __perspective (thread, 1) = 0;
	  __group (thread, 1)
	    if (v[i] & 1)
	      old = in[v[i]];
	  r[i] = px_shfl_idx (old, v[i] & 31) + v[i];
	}
      for (int i = 0; i < N; i++)
	r[i] = px_shfl_idx (r[i], t & 31) + t;
    }
  int s __perspective (thread, 1) = 0;
  for (int i = 0; i < N; i++)
    s = 5 * s + (v[i] ^ r[i]);
  __partition (thread, 1, int *o = out + t)
    *o = s;
}

int
main (void)
{
  int *in = NEW (int, N * T), *out = NEW (int, T);
  for (int i = 0; i < N * T; i++)
    in[i] = RND (N * T);
  LAUNCH (1, T, f, in, out);
  int r[N][T], q[N][T];
  for (int i = 0; i < N; i++)
    {
      for (int t = 0; t < T; t++)
	{
	  int v = in[i * T + t], from = in[i * T + (t & ~31) + (v & 31)];
	  r[i][t] = (from & 1 ? in[from] : 0) + v;
	}
      for (int t = 0; t < T; t++)
	q[i][t] = r[i][t] + t; /* of lane t & 31 of the warp: its own */
    }
  for (int t = 0; t < T; t++)
    {
      unsigned s = 0;
      for (int i = 0; i < N; i++)
	s = 5 * s + (in[i * T + t] ^ q[i][t]);
      CHECK (out[t] == (int) s);
    }
  return 0;
}
