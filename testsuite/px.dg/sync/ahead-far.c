/* SPDX-License-Identifier: MIT */
/* Bulk loads into a ring from seven to eleven numbers ahead: what is drained is what was filled.  And numbers
   that are filled but not drained, whose slots are filled again.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"

enum { T = 64 };

/* A fills number i + A in iteration i; USED: the number that iteration i drains, if it is below n.  */
#define KERNEL(name, S, A, USED) \
  __kernel __requires (grid (1), block (1), threads (T), smem (4 * S * T)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][T]; \
	  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	  for (int i = 0; i < A; i++) \
	    if (i < n) \
	      FILL (i, i); \
	  for (int i = 0; i < n; i++) \
	    { \
	      if (i + A < n) \
		FILL ((i + A) % S, i + A); \
	      if (USED < n) \
		sum = sum * 3 + x[(USED) % S][T - 1 - t]; \
	    } \
	  __partition (thread, 1, int *w = o + t) \
	    __group (thread, 1) *w = sum; \
	} \
  }
#define FILL(slot, n) \
  __async (int *w = x[slot]) \
    px_bulk_load (w, in + (n) * T, 4 * T)

KERNEL (seven, 8, 7, i)
KERNEL (eight, 9, 8, i)
KERNEL (nine, 16, 9, i)
KERNEL (eleven, 12, 11, i)
KERNEL (skipped, 3, 2, i + 1)

enum { MOST = 30 };
static int in[MOST * T], *d;

#define RUN(name, first) \
  for (int n = 0; n <= MOST; n++) \
    { \
      static int out[T]; \
      int *o = t_dev (0, sizeof out); \
      LAUNCH (1, T, name, d, o, n); \
      t_back (out, o, sizeof out); \
      for (int t = 0; t < T; t++) \
	{ \
	  int sum = 0; \
	  for (int i = first; i < n; i++) \
	    sum = sum * 3 + in[i * T + T - 1 - t]; \
	  CHECK (out[t] == sum); \
	} \
    }

int
main (void)
{
  for (int i = 0; i < MOST * T; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  RUN (seven, 0)
  RUN (eight, 0)
  RUN (nine, 0)
  RUN (eleven, 0)
  RUN (skipped, 1)
  OK (px_free (d));
  return 0;
}
