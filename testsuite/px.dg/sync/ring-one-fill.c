/* SPDX-License-Identifier: MIT */
/* What one fill of a ring does needs the order of other code: copies and stores that meet in a slot.
   Between two fills the slots' order is enough.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"
#include "aux/ring-one-turn.h"

enum { MOST = 8 };

#define KERNEL(name, ...) TURNS (name, sum = sum * 3 + x[i % S][t];, __VA_ARGS__)
/* Thread T copies an element of a row to AT; stores V there.  */
#define COPY(at, row) __async (int *w = x[i % S]) __group (thread, 1) px_cp_async (w + (at), in + (row) * P + t, 4);
#define BULK(first, n, row) __async (int *w = x[i % S]) px_bulk_load (w + (first), in + (row) * P, 4 * (n));
#define STORE(at, v) __each (thread, int *w = x[i % S] + (at)) *w = (v);

KERNEL (copies, COPY (t, i) COPY (P - 1 - t, i + 1))
KERNEL (stored, COPY (t, i) STORE (P - 1 - t, i))
KERNEL (copied, STORE (t, i) COPY (P - 1 - t, i))
KERNEL (stores, STORE (t, i) STORE (P - 1 - t, t))
KERNEL (bulks, BULK (0, 16, i) BULK (16, 32, i) for (int j = 0; j < 2; j++) BULK (48 + 8 * j, 8, i + 1))
KERNEL (turns, for (int j = 0; j < 3; j++) { COPY (t, i + j) })
/* These are apart: no wait but one for all.  */
KERNEL (apart, for (int j = 0; j < 2; j++) { __async (int *w = x[i % S]) __group (thread, 1) if (t < P / 2) px_cp_async (w + j * P / 2 + t, in + i * P + t, 4); })

static int in[(MOST + 3) * P], *d;

static void
check (int *o, int n, int kind)
{
  static int out[P];
  t_back (out, o, sizeof out);
  for (int t = 0; t < P; t++)
    {
      int sum = 0;
      for (int i = 0; i < n; i++)
	{
	  const int *r = in + i * P;
	  int u = P - 1 - t;
	  sum = sum * 3
		+ (kind == 0   ? r[P + u]
		   : kind == 1 ? i
		   : kind == 2 ? r[u]
		   : kind == 3 ? u
		   : kind == 4 ? (t < 16 ? r[t] : t < 48 ? r[t - 16] : r[P + t % 8])
		   : kind == 5 ? r[2 * P + t]
			       : r[t % (P / 2)]);
	}
      CHECK (out[t] == sum);
    }
}

#define RUN(name, kind) \
  do { \
    int *o = t_dev (0, 4 * P); \
    LAUNCH (1, 2 * P, name, d, o, n); \
    check (o, n, kind); \
  } while (0)

int
main (void)
{
  for (int i = 0; i < (MOST + 3) * P; i++)
    in[i] = i * 7 % 1001;
  d = t_dev (in, sizeof in);
  for (int n = 0; n <= MOST; n++)
    {
      RUN (copies, 0);
      RUN (stored, 1);
      RUN (copied, 2);
      RUN (stores, 3);
      RUN (bulks, 4);
      RUN (turns, 5);
      RUN (apart, 6);
    }
  return px_check (px_free (d));
}
