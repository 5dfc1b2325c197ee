/* SPDX-License-Identifier: MIT */
/* Two conditions that decide between an arm and one way past it are one branch; what is computed
   is what C says, whichever of them holds, beside NaNs and at the ends of arrays.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {setp\.[a-z]+\.(and|or)\.} { target gcc12 } } } */
#include "../aux/t.h"

enum { N = 64, CASES = 6 };

__kernel __requires (grid (1)) void
f (const int *restrict in, const float *restrict x, int *restrict out, int low, int high)
{
  EACH_THREAD (t)
    {
      int *o = out + t * CASES, v = in[t] - 8, u = in[t ^ 1] - 8;
      /* Nothing outside of IN is loaded.  */
      o[0] = v >= low && v < high && u >= low && u < high ? in[v] - in[u] : 0;
      o[1] = v < low || v >= high || u < low || x[t] > 1.0f ? -1 : in[v] + 1;
      o[2] = x[t] > 1.0f && x[t ^ 1] < 2.0f ? in[t] : 7;
      o[3] = !(x[t] > 1.0f) || v == 3 ? 5 : in[t] * 3;
      /* Three, and one that is computed in between.  */
      o[4] = v >= low && v < high && v != 5 && x[v] < 1.5f ? in[v ^ 1] : 11;
      int w = 2;
      if (v >= low && v < high)
	{
	  w = in[v];
	  if (w > 20 || v == 1)
	    w = in[w] - 1;
	}
      o[5] = w;
    }
}

int
main (void)
{
  int in[N], out[N][CASES];
  float x[N];
  for (int i = 0; i < N; i++)
    {
      in[i] = i * 7 % N;
      x[i] = i % 11 == 3 ? __builtin_nanf ("") : 0.5f * (float) (i % 6);
    }
  int *d = t_dev (in, sizeof in);
  float *y = t_dev (x, sizeof x);
  for (int high = 0; high <= N; high += 16)
    {
      int low = high / 8;
      int *o = t_dev (NULL, sizeof out);
      LAUNCH (1, N, f, d, y, o, low, high);
      t_back (out, o, sizeof out);
      for (int t = 0; t < N; t++)
	{
	  int v = in[t] - 8, u = in[t ^ 1] - 8, inside = v >= low && v < high, w = 2;
	  CHECK (out[t][0] == (inside && u >= low && u < high ? in[v] - in[u] : 0));
	  CHECK (out[t][1] == (!inside || u < low || x[t] > 1.0f ? -1 : in[v] + 1));
	  CHECK (out[t][2] == (x[t] > 1.0f && x[t ^ 1] < 2.0f ? in[t] : 7));
	  CHECK (out[t][3] == (!(x[t] > 1.0f) || v == 3 ? 5 : in[t] * 3));
	  CHECK (out[t][4] == (inside && v != 5 && x[v] < 1.5f ? in[v ^ 1] : 11));
	  if (inside)
	    w = in[v] > 20 || v == 1 ? in[in[v]] - 1 : in[v];
	  CHECK (out[t][5] == w);
	}
    }
  return 0;
}
