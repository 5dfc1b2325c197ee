/* SPDX-License-Identifier: MIT */
/* Rings whose loop fills again what was filled ahead, or fills a slot last in its turn, behind the slot's drain: the
   mbarrier of a bulk load is its slot's also at the end of a turn, where the next one's begins.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"

enum { S = 4, T = 32, MOST = 9, ROWS = MOST + S };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (T), smem (4 * S * T)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][T]; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  int sum __perspective (thread, 1) = 0; \
	  __VA_ARGS__ \
	  __each (thread, int *w = o + t) *w = sum; \
	} \
  }
#define BULK(number, row) __async (int *w = x[(number) % S]) px_bulk_load (w, in + (row) * T, 4 * T);
#define COPY(number, row) __async (int *w = x[(number) % S]) __group (thread, 1) px_cp_async (w + t, in + (row) * T + t, 4);
#define USE(number) sum = sum * 3 + x[(number) % S][T - 1 - t];
#define AHEAD(copy, n) for (int i = 0; i < n; i++) copy (i, i)
#define TURNS for (int i = 0; i < n; i++)

KERNEL (bulk_last, AHEAD (BULK, 4) TURNS { USE (i) BULK (i, i + 1) })
KERNEL (bulk_left, AHEAD (BULK, 4) TURNS { USE (i) BULK (i, i + 1) } USE (0))
KERNEL (copy_last, AHEAD (COPY, 4) TURNS { USE (i) COPY (i, i + 1) })
KERNEL (bulk_first, AHEAD (BULK, 3) TURNS { if (i + 2 < n) BULK (i + 2, i + 3) USE (i) })
KERNEL (copy_first, AHEAD (COPY, 3) TURNS { if (i + 2 < n) COPY (i + 2, i + 3) USE (i) })
KERNEL (bulk_over, AHEAD (COPY, 1) TURNS { BULK (i, i + 2) USE (i) })
KERNEL (copy_over, AHEAD (BULK, 1) TURNS { COPY (i, i + 2) USE (i) })

static int in[ROWS * T], *d;

/* Number I has, when it is drained, the row that is filled MORE behind it in the loop, from number AGAIN on; before
   that its own.  With WRAP its slot's row of one round before.  With LEFT slot 0 is drained after the loop.  */
static int
row_of (int i, int again, int more, int wrap)
{
  return wrap ? (i < S ? i : i - S + 1) : i < again ? i : i + more;
}

#define RUN(name, again, more, wrap, left) \
  do { \
    static int out[T]; \
    int *o = t_dev (0, sizeof out); \
    LAUNCH (1, T, name, d, o, n); \
    t_back (out, o, sizeof out); \
    for (int t = 0; t < T; t++) \
      { \
	int sum = 0; \
	for (int i = 0; i < n; i++) \
	  sum = sum * 3 + in[row_of (i, again, more, wrap) * T + T - 1 - t]; \
	if (left) \
	  sum = sum * 3 + in[row_of ((n + S - 1) / S * S, again, more, wrap) * T + T - 1 - t]; \
	CHECK (out[t] == sum); \
      } \
  } while (0)

int
main (void)
{
  for (int i = 0; i < ROWS * T; i++)
    in[i] = i * 7 % 1001;
  d = t_dev (in, sizeof in);
  for (int n = 0; n <= MOST; n++)
    {
      RUN (bulk_last, 0, 0, 1, 0);
      RUN (bulk_left, 0, 0, 1, 1);
      RUN (copy_last, 0, 0, 1, 0);
      RUN (bulk_first, 2, 1, 0, 0);
      RUN (copy_first, 2, 1, 0, 0);
      RUN (bulk_over, 0, 2, 0, 0);
      RUN (copy_over, 0, 2, 0, 0);
    }
  return px_check (px_free (d));
}
