/* SPDX-License-Identifier: MIT */
/* Greatest element and where: structs in shared memory, halves.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 256, N = 3000 };
struct best { float v; int at; };

__device static inline struct best
better (struct best a, struct best b)
{
  return a.v > b.v || (a.v == b.v && a.at < b.at) ? a : b;
}

__kernel __requires (grid (1), block (1), threads (T)) void
argmax (const float *in, struct best *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, struct best *o = out + b)
    __group (block, 1)
      {
	__shared struct best s[T];
	int t __perspective (thread, 1) = px_id (thread);
	struct best m __perspective (thread, 1) = { -1e30f, n };
	__group (thread, 1)
	  for (int i = t; i < n; i += T)
	    m = better (m, (struct best) { in[b * n + i], i });
	__partition (thread, 1, struct best *w = s + t)
	  __group (thread, 1) *w = m;
#pragma GCC unroll 8
	for (int k = T / 2; k > 0; k /= 2)
	  {
	    struct best p __perspective (thread, 1) = better (s[t], s[t < k ? t + k : t]);
	    __partition (thread, 1, struct best *w = s + t)
	      __group (thread, 1) *w = p;
	  }
	__claim (thread, 1, struct best *one = o)
	  __split (thread) __case (1) *one = s[0];
      }
}

int
main (void)
{
  static float in[4 * N];
  static struct best out[4];
  for (int i = 0; i < 4 * N; i++)
    in[i] = t_random () % 1000;
  float *d = t_dev (in, sizeof in);
  struct best *o = t_dev (0, sizeof out);
  LAUNCH (4, T, argmax, d, o, N);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  for (int b = 0; b < 4; b++)
    {
      int at = 0;
      for (int i = 1; i < N; i++)
	if (in[b * N + i] > in[b * N + at])
	  at = i;
      CHECK (out[b].at == at && out[b].v == in[b * N + at]);
    }
  return 0;
}
