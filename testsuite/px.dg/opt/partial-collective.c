/* SPDX-License-Identifier: MIT */
/* Loops of run-time trip count around collectives and barriers stay as they are, each of them once
   in the PTX; the loop beside them is unrolled.  */
/* { dg-do run } */
/* { dg-additional-options "-fopt-info-loop-all=partial-collective.info" } */
/* { dg-final { scan-file partial-collective.info {partial-collective.c:101:[0-9: a-z]*not unrolled[a-z ]*: it has a collective} } } */
/* { dg-final { scan-file partial-collective.info {partial-collective.c:102:[0-9: a-z]*not unrolled[a-z ]*: a pragma says so, or it is around a sync} } } */
/* { dg-final { scan-file partial-collective.info {partial-collective.c:103:[0-9: a-z]*loop unrolled by 4} } } */
/* { dg-final { scan-ptx-times {shfl\.sync} 1 } } */
/* { dg-final { scan-ptx-times {(bar|barrier)\.sync} 2 } } */
#include "../aux/t.h"

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
shuffles (const int *restrict in, int *restrict out, int n)
{
  int t __perspective (thread, 1) = px_id (thread), s __perspective (thread, 1) = t;
  __group (thread, 32)
#line 101
    for (int i = 0; i < n; i++)
      s += 3 * px_shfl_xor (s, 1) + in[i];
  __partition (thread, 1, int *o = out + t)
    *o = s;
}

__kernel __requires (grid (1), block (1), threads (T), smem (T * sizeof (int))) void
barriers (const int *restrict in, int *restrict out, int n)
{
  int part __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *mine = out + part * T)
    __group (block, 1)
      {
	__shared int x[T];
	int t __perspective (thread, 1) = px_id (thread), s __perspective (thread, 1) = 0;
#line 102
	for (int i = 0; i < n; i++)
	  {
	    __partition (thread, 1, int *p = x + t)
	      *p = s + in[i] + t;
	    s += x[(t + i) % T];
	  }
	__group (thread, 1)
#line 103
	  for (int i = t; i < n; i += 2)
	    s += in[i];
	__partition (thread, 1, int *o = mine + t)
	  *o = s;
      }
}

int
main (void)
{
  int *in = NEW (int, 64), *out = NEW (int, T);
  for (int i = 0; i < 64; i++)
    in[i] = RND (100);
  for (int n = 0; n < 23; n++)
    {
      int s[T], x[T];
      LAUNCH (1, T, shuffles, in, out, n);
      for (int t = 0; t < T; t++)
	s[t] = t;
      for (int i = 0; i < n; i++)
	{
	  for (int t = 0; t < T; t++)
	    x[t] = (unsigned) s[t] + 3u * s[t ^ 1] + in[i];
	  memcpy (s, x, sizeof (s));
	}
      for (int t = 0; t < T; t++)
	CHECK (out[t] == s[t]);
      LAUNCH (1, T, barriers, in, out, n);
      memset (s, 0, sizeof (s));
      for (int i = 0; i < n; i++)
	{
	  for (int t = 0; t < T; t++)
	    x[t] = (unsigned) s[t] + in[i] + t;
	  for (int t = 0; t < T; t++)
	    s[t] = (unsigned) s[t] + x[(t + i) % T];
	}
      for (int t = 0; t < T; t++)
	for (int i = t; i < n; i += 2)
	  s[t] = (unsigned) s[t] + in[i];
      for (int t = 0; t < T; t++)
	CHECK (out[t] == s[t]);
    }
  return 0;
}
