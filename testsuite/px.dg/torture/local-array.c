/* SPDX-License-Identifier: MIT */
/* Local arrays, indexed by variables, of structs, passed to functions.  */
/* { dg-do run } */
#include "../aux/t.h"

struct item { short key; char name[3]; double v; };

__device static void __attribute__ ((noinline))
sort (int *v, int n)
{
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && v[j - 1] > v[j]; j--)
      {
	int t = v[j];
	v[j] = v[j - 1];
	v[j - 1] = t;
      }
}

__kernel void
f (const int *in, int *out, double *sum)
{
  EACH_THREAD (i)
    {
      int v[9], hist[16] = { 0 };
      struct item items[4] = { { 1, "ab", 0.5 }, { 2, "cd", 1.5 } };
      for (int k = 0; k < 9; k++)
	{
	  v[k] = in[i * 9 + k];
	  hist[v[k] & 15]++;
	}
      sort (v, 9);
      for (int k = 0; k < 9; k++)
	out[i * 9 + k] = v[k];
      items[hist[3] & 3].v += i;
      items[2].name[i % 3] = i;
      double s = 0;
      for (int k = 0; k < 4; k++)
	s += items[k].v + items[k].key + items[k].name[i % 3];
      for (int k = 0; k < 16; k++)
	s += hist[k] * hist[k];
      sum[i] = s;
    }
}

static int
order (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (void)
{
  enum { T = 32 };
  static int in[T * 9], out[T * 9];
  double sum[T];
  for (int i = 0; i < T * 9; i++)
    in[i] = t_random () % 1000;
  int *di = t_dev (in, sizeof in), *d = t_dev (0, sizeof out);
  double *ds = t_dev (0, sizeof sum);
  LAUNCH (2, 16, f, di, d, ds);
  t_back (out, d, sizeof out);
  t_back (sum, ds, sizeof sum);
  for (int i = 0; i < T; i++)
    {
      int hist[16] = { 0 };
      for (int k = 0; k < 9; k++)
	hist[in[i * 9 + k] & 15]++;
      qsort (in + i * 9, 9, sizeof *in, order);
      CHECK (!memcmp (in + i * 9, out + i * 9, 9 * sizeof *in));
      double s = 0.5 + 1.5 + i + 3 + i;
      s += i % 3 == 0 ? 'a' + 'c' : i % 3 == 1 ? 'b' + 'd' : 0;
      for (int k = 0; k < 16; k++)
	s += hist[k] * hist[k];
      CHECK (sum[i] == s);
    }
  return 0;
}
