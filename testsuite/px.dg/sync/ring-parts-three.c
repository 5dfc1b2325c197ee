/* SPDX-License-Identifier: MIT */
/* Three branches take turns with the numbers of two rings of which one is filled in each of them; the split
   runs again.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { S = 4, P = 32, MOST = 3 * 5 * 6 };

#define ROWS(w) for (int j = 0; j < n; j++) __group (thread, 1) sum = sum * 3 + x[(3 * q * n + (w) * n + j) % S][P - 1 - t] + 5 * y[(3 * q * n + (w) * n + j) % S][P - 1 - t];
#define DRAIN(w) \
  __case (P) \
    { \
      int t __perspective (thread, 1) = px_id (thread); \
      unsigned sum __perspective (thread, 1) = 0; \
      for (int q = 0; q < turns; q++) \
	ROWS (w) \
      __partition (thread, 1, unsigned *r = mine##w + t) \
	__group (thread, 1) *r += sum; \
    }
#define FILL \
  for (int j = 0; j < n; j++, i++) \
    __partition (thread, 1, int *v = x[i % S] + t, *w = y[i % S] + t) \
      __group (thread, 1) \
	{ \
	  *v = in[i * P + t]; \
	  *w = -in[i * P + t]; \
	}

__kernel __requires (grid (1), block (1), threads (4 * P), smem (8 * S * P)) void
k (const int *in, unsigned *out0, unsigned *out1, unsigned *out2, int turns, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, unsigned *o0 = out0 + b * P, *o1 = out1 + b * P, *o2 = out2 + b * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][P], y[S][P];
	for (int again = 0; again < 2; again++)
	  __claim (thread, P, unsigned *mine0 = o0) __claim (thread, P, unsigned *mine1 = o1) __claim (thread, P, unsigned *mine2 = o2)
	    __split (thread)
	      {
		DRAIN (2)
		DRAIN (0)
		DRAIN (1)
		__case (P)
		  {
		    int t __perspective (thread, 1) = px_id (thread), i = 0;
		    for (int q = 0; q < turns; q++)
		      {
			FILL
			FILL
			FILL
		      }
		  }
	      }
      }
}

static int in[MOST * P];

static void
run (int turns, int n)
{
  unsigned out[3 * P] = { 0 }, *o = t_dev (out, sizeof out);
  int *d = t_dev (in, sizeof in);
  LAUNCH (1, 4 * P, k, d, o, o + P, o + 2 * P, turns, n);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  for (int w = 0; w < 3; w++)
    for (int t = 0; t < P; t++)
      {
	unsigned sum = 0;
	for (int q = 0; q < turns; q++)
	  for (int j = 0; j < n; j++)
	    sum = sum * 3 - 4 * in[(3 * q * n + w * n + j) * P + P - 1 - t];
	CHECK (out[w * P + t] == 2 * sum);
      }
}

int
main (void)
{
  for (int i = 0; i < MOST * P; i++)
    in[i] = t_random () % 100;
  for (int turns = 0; turns < 6; turns++)
    for (int n = 0; n < 6; n++)
      run (turns, n);
  return 0;
}
