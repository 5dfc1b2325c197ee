/* SPDX-License-Identifier: MIT */
/* Two rings whose first parts are used together, the second ones one after the other: their slots' empty
   barriers are those of all parts, so the rings share none.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 3, P = 32, TURNS = 5, N = 4, ROWS = 2 * TURNS * N };

#define DRAIN(w, use) \
  __case (P) \
    { \
      int t __perspective (thread, 1) = px_id (thread); \
      unsigned sum __perspective (thread, 1) = 0; \
      for (int q = 0; q < turns; q++) \
	for (int j = 0; j < n; j++) \
	  { \
	    int s = ((2 * q + w) * n + j) % S; \
	    use \
	  } \
      __partition (thread, 1, unsigned *r = mine##w + t) \
	__group (thread, 1) *r = sum; \
    }
#define FILL \
  for (int j = 0; j < n; j++, i++) \
    __partition (thread, 1, int *v = x[i % S] + t, *w = y[i % S] + t) \
      __group (thread, 1) \
	{ \
	  *v = in[i * P + t]; \
	  *w = 7 * in[i * P + t]; \
	}

__kernel __requires (grid (1), block (1), threads (3 * P), smem (8 * S * P)) void
k (const int *in, unsigned *out0, unsigned *out1, int turns, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *o0 = out0 + b * P, *o1 = out1 + b * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][P], y[S][P];
	__claim (thread, P, unsigned *mine0 = o0) __claim (thread, P, unsigned *mine1 = o1)
	  __split (thread)
	    {
	      DRAIN (0, __group (thread, 1) sum = sum * 3 + x[s][P - 1 - t] + y[s][t];)
	      DRAIN (1, __group (thread, 1) sum = sum * 3 + x[s][P - 1 - t]; for (int l = 0; l < n; l++) __group (thread, 1) sum += l; __group (thread, 1) sum += y[s][t];)
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread), i = 0;
		  for (int q = 0; q < turns; q++)
		    {
		      FILL
		      FILL
		    }
		}
	    }
      }
}

int
main (void)
{
  static int in[ROWS * P];
  unsigned out[2 * P], *o = t_dev (0, sizeof out);
  for (int i = 0; i < ROWS * P; i++)
    in[i] = t_random () % 100;
  int *d = t_dev (in, sizeof in);
  LAUNCH (1, 3 * P, k, d, o, o + P, TURNS, N);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  for (int w = 0; w < 2; w++)
    for (int t = 0; t < P; t++)
      {
	unsigned sum = 0;
	for (int i = 0; i < ROWS; i++)
	  if (i / N % 2 == w)
	    sum = sum * 3 + in[i * P + P - 1 - t] + 7 * in[i * P + t] + w * N * (N - 1) / 2;
	CHECK (out[w * P + t] == sum);
      }
  return 0;
}
