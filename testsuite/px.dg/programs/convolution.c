/* SPDX-License-Identifier: MIT */
/* A row of pixels by a mask in constant memory that the host sets.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { R = 4, T = 128, N = 1000 };

__constant float mask[2 * R + 1] = { 0 };
__device int border;

__kernel __requires (grid (1), block (1), threads (T)) void
convolve (const float *in, float *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + b * T)
    __group (block, 1)
      {
	__shared float s[T + 2 * R];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < T + 2 * R; i += T)
	  __partition (thread, 1, float *w = s + i + t)
	    __group (thread, 1)
	      if (i + t < T + 2 * R)
		{
		  int x = b * T + i + t - R;
		  *w = x >= 0 && x < n ? in[x] : border;
		}
	__partition (thread, 1, float *w = o + t)
	  __group (thread, 1)
	    if (b * T + t < n)
	      {
		float sum = 0;
		for (int k = 0; k < 2 * R + 1; k++)
		  sum += mask[k] * s[t + k];
		*w = sum;
	      }
      }
}

int
main (void)
{
  static float in[N], out[N], m[2 * R + 1];
  int edge = 3;
  for (int i = 0; i < N; i++)
    in[i] = t_random () % 256;
  for (int i = 0; i < 2 * R + 1; i++)
    m[i] = i - 3;
  OK (px_copy_to_symbol (px_symbol (mask), 0, m, sizeof m));
  OK (px_copy_to_symbol (px_symbol (border), 0, &edge, sizeof edge));
  float *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH ((N + T - 1) / T, T, convolve, d, o, N);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  for (int i = 0; i < N; i++)
    {
      float sum = 0;
      for (int k = 0; k < 2 * R + 1; k++)
	sum += m[k] * (i + k - R >= 0 && i + k - R < N ? in[i + k - R] : edge);
      CHECK (out[i] == sum);
    }
  return 0;
}
