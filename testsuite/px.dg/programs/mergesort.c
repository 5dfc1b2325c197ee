/* SPDX-License-Identifier: MIT */
/* Merge sort by ranks: each element finds its place in the other run by binary search.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

__device static int
lower (const int *a, int n, int v)
{
  int lo = 0, hi = n;
  while (lo < hi)
    {
      int m = (lo + hi) / 2;
      if (a[m] < v) lo = m + 1; else hi = m;
    }
  return lo;
}

__device static int
upper (const int *a, int n, int v)
{
  int lo = 0, hi = n;
  while (lo < hi)
    {
      int m = (lo + hi) / 2;
      if (a[m] <= v) lo = m + 1; else hi = m;
    }
  return lo;
}

__kernel void
merge_pass (const int *in, int *out, int n, int run)
{
  int i __perspective (thread, 1) = px_id (thread);
  int pair __perspective (thread, 1) = i / (2 * run) * (2 * run);
  int mid __perspective (thread, 1) = pair + run < n ? pair + run : n;
  int end __perspective (thread, 1) = pair + 2 * run < n ? pair + 2 * run : n;
  int to __perspective (thread, 1) = 0;
  __group (thread, 1)
    if (i < n)
      {
	int v = in[i];
	if (i < mid)
	  to = i + lower (in + mid, end - mid, v);
	else
	  to = i - mid + pair + upper (in + pair, mid - pair, v);
      }
  __partition (thread, 1, int *o = out + to)
    __group (thread, 1)
      if (i < n)
	*o = in[i];
}

int
main (void)
{
  enum { N = 3333 };
  static int in[N], out[N];
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += in[i] = t_random () % 5000;
  int *a = t_dev (in, sizeof in), *b = t_dev (0, sizeof in);
  for (int run = 1; run < N; run *= 2)
    {
      LAUNCH ((N + 255) / 256, 256, merge_pass, a, b, N, run);
      int *t = a;
      a = b;
      b = t;
    }
  t_back (out, a, sizeof out);
  for (int i = 0; i < N; i++)
    {
      sum -= out[i];
      CHECK (i == 0 || out[i - 1] <= out[i]);
    }
  CHECK (sum == 0);
  OK (px_free (b));
  return 0;
}
