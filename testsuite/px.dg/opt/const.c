/* SPDX-License-Identifier: MIT */
/* Variables that device code only reads are in constant memory, if there is room; a pointer to
   one is like any other.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {^\.visible \.const } 2 } } */
/* { dg-final { scan-ptx-times {^\.visible \.global .*large} 1 } } */
/* { dg-final { scan-ptx {ld\.const\.u32} } } */
#include "../aux/t.h"

enum { N = 16, LARGE = 20000 };
__constant int weight[N] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
__constant struct { char c; int v[3]; } set[2] = { { 1, { 2, 3, 4 } }, { 5, { 6, 7, 8 } } };
__constant int large[LARGE];

__kernel __requires (grid (1)) void
f (const int *in, int *out, int turned)
{
  EACH_THREAD (t)
    {
      const int *p = turned ? in : weight;
      int sum = weight[3] + 10 * weight[t] + 100 * set[t % 2].v[t % 3] + 1000 * large[t * 1000];
      for (int k = 0; k < N; k++)
	sum += p[k] * (k + 1);
      out[t] = sum;
    }
}

int
main (void)
{
  int *in = NEW (int, N), *out = NEW (int, N);
  for (int k = 0; k < N; k++)
    in[k] = 3 * k;
  for (int turn = 0; turn < 4; turn++)
    {
      int first[N];
      for (int k = 0; k < N; k++)
	first[k] = turn < 2 ? k + 1 : 5 * k;
      /* The host writes them by their names.  */
      if (turn == 2)
	{
	  int *host = NEW (int, LARGE);
	  for (int k = 0; k < LARGE; k++)
	    host[k] = k % 77;
	  OK (px_copy_to_symbol (px_symbol (weight), 0, first, sizeof first));
	  OK (px_copy_to_symbol (px_symbol (large), 0, host, LARGE * sizeof (int)));
	}
      LAUNCH (1, N, f, in, out, turn % 2);
      for (int t = 0; t < N; t++)
	{
	  int sum = first[3] + 10 * first[t] + 100 * (4 * (t % 2) + 2 + t % 3);
	  sum += turn < 2 ? 0 : t * 1000 % 77 * 1000;
	  for (int k = 0; k < N; k++)
	    sum += (turn % 2 ? in[k] : first[k]) * (k + 1);
	  CHECK (out[t] == sum);
	}
    }
  return 0;
}
