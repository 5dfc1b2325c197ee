/* SPDX-License-Identifier: MIT */
/* Inverse Fourier transform of N complex numbers a block (Stockham's, read backwards),
   with C's complex type.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <complex.h>
#include <math.h>

enum { N = 128, T = N / 2, BATCH = 3 };

__kernel __requires (grid (1), block (1), threads (T)) void
fft (const float complex *in, float complex *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float complex *o = out + b * N)
    __group (block, 1)
      {
	__shared float complex x[N];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < N; i += T)
	  __partition (thread, 1, float complex *w = x + i + t)
	    __group (thread, 1) *w = in[b * N + i + t];
	for (int s = 1; s < N; s *= 2)
	  {
	    int k __perspective (thread, 1) = t & (s - 1);
	    float angle __perspective (thread, 1) = -3.14159265f * k / s;
	    float complex p __perspective (thread, 1) = x[t];
	    float complex q __perspective (thread, 1) = x[t + T] * (cosf (angle) + I * sinf (angle));
	    int j __perspective (thread, 1) = 2 * t - k;
	    __partition (thread, 1, float complex *w = x + j)
	      __group (thread, 1)
		{
		  w[0] = p + q;
		  w[s] = p - q;
		}
	  }
	for (int i = 0; i < N; i += T)
	  __partition (thread, 1, float complex *w = o + i + t)
	    __group (thread, 1) *w = x[(N - i - t) % N];
      }
}

int
main (void)
{
  static float complex in[BATCH * N], out[BATCH * N];
  for (int i = 0; i < BATCH * N; i++)
    in[i] = (int) (t_random () % 21 - 10) + I * (int) (t_random () % 21 - 10);
  float complex *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (BATCH, T, fft, d, o);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  for (int b = 0; b < BATCH; b++)
    for (int k = 0; k < N; k++)
      {
	double complex s = 0;
	for (int i = 0; i < N; i++)
	  s += in[b * N + i] * cexp (2 * M_PI * I * i * k / N);
	CHECK (cabs (s - out[b * N + k]) < 1e-3);
      }
  return 0;
}
