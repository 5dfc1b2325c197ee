/* SPDX-License-Identifier: MIT */
/* Selection, unique items and run lengths of a block, against plain C.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/library.h>

enum { T = 64, E = 3, N = T * E };
#define UNROLL _Pragma ("GCC unroll 8")

PX_BLOCK_SELECT (chosen, int, T, E)
PX_BLOCK_UNIQUE (unique, int, PX_EQUAL, T, E)
PX_BLOCK_RUN_LENGTHS (runs, int, PX_EQUAL, T, E)

ITEMS_KERNEL (selects, int, int, T, E,
  int keep[E] __perspective (thread, 1);
  UNROLL for (int i = 0; i < E; i++)
    keep[i] = v[i] > n;
  r = chosen (v, keep))
static void
select_test (int above)
{
  ITEMS_RUN (selects, int, int, 2, T, E, above);
  for (int b = 0; b < 2; b++)
    {
      int *p = in + b * N, w[N], m = 0, kept;
      for (int pass = kept = 0; pass < 2; kept = pass++ ? kept : m)
	for (int i = 0; i < N; i++)
	  if ((p[i] > above) == !pass)
	    w[m++] = p[i];
      CHECK (results[b] == kept && !memcmp (w, out + b * N, sizeof w));
    }
}

/* Runs, as many as the upper bits of the input say.  */
#define RUNS(HOW)							\
  UNROLL for (int i = 0; i < E; i++)					\
    v[i] = n ? (t * E + i) * (t * E + i) / n : 1;			\
  HOW
ITEMS_KERNEL (uniques, int, int, T, E, RUNS (r = unique (v)))
ITEMS_KERNEL (encodes, int, int, T, E,
  int length[E] __perspective (thread, 1);
  RUNS (r = runs_encode (v, length));
  UNROLL for (int i = 0; i < E; i++)
    v[i] = length[i])
ITEMS_KERNEL (decodes, int, int, T, E,
  int length[E] __perspective (thread, 1);
  RUNS (runs_encode (v, length));
  r = runs_decode (v, length))
/* Half as long as the block, with runs of 0.  */
ITEMS_KERNEL (decodes_some, int, int, T, E,
  int length[E] __perspective (thread, 1);
  UNROLL for (int i = 0; i < E; i++)
    length[i] = (t * E + i) % 4 == 1 ? 2 : 0;
  r = runs_decode (v, length))

static void
runs_test (int which, int divisor)
{
  __typeof__ (&uniques) kernels[] = { uniques, encodes, decodes };
  ITEMS_RUN (kernels[which], int, int, 1, T, E, divisor);
  int m = 0, value[N], length[N];
  for (int i = 0; i < N; i++)
    {
      int x = divisor ? i * i / divisor : 1;
      if (m && x == value[m - 1])
	length[m - 1]++;
      else
	value[m] = x, length[m++] = 1;
      CHECK (which != 2 || out[i] == x);
    }
  CHECK (results[0] == (which == 2 ? N : m));
  for (int i = 0; i < N && which < 2; i++)
    CHECK (which == 0 ? i >= m || out[i] == value[i] : out[i] == (i < m ? length[i] : 0));
}

static void
some_test (void)
{
  ITEMS_RUN (decodes_some, int, int, 2, T, E, 0);
  for (int i = 0; i < n; i++)
    CHECK (i % N >= N / 2 || out[i] == in[i / N * N + i % N / 2 * 4 + 1]);
  CHECK (results[1] == N / 2);
}

int
main (void)
{
  for (int i = -60; i <= 60; i += 20)
    select_test (i);
  for (int i = 0; i < 3; i++)
    runs_test (i, 0), runs_test (i, 1), runs_test (i, 100), runs_test (i, 500);
  some_test ();
  return 0;
}
