/* SPDX-License-Identifier: MIT */
/* Rings that a loop fills ahead, in a loop of tiles: what is filled and not drained, as the loop is left
   or ends before, or as another number limits the fills, is awaited before its slot is filled again; and
   a wait for that does not take the next phase for it.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
/* { dg-final { scan-ptx-times {cp\.async\.wait_group 0;} 30 } } */
#include "../aux/t.h"

enum { S = 3, T = 64, TILES = 3 };

#define KERNEL(name, ...) \
  __kernel __requires (grid (1), block (1), threads (T), smem (4 * S * T)) void \
  name (const int *in, int *out, int n, int m) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared __slots (S) int x[S][T]; \
	  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	  (void) m; \
	  for (int j = 0; j < TILES; j++) \
	    { __VA_ARGS__ } \
	  __partition (thread, 1, int *w = o + t) \
	    __group (thread, 1) *w = sum; \
	} \
  }
#define COPY(slot, n) \
  __async (int *w = x[slot]) \
    __group (thread, 1) \
      px_cp_async (w + t, in + (j + (n)) * T + t, 4)
#define BULK(slot, n) \
  __async (int *w = x[slot]) \
    px_bulk_load (w, in + (j + (n)) * T, 4 * T)
#define USE(slot) sum = sum * 3 + x[slot][T - 1 - t]
#define AHEAD(FILL, n) for (int i = 0; i < S - 1; i++) if (i < n) FILL (i, i)
#define NEXT(FILL, n) if (i + S - 1 < n) FILL ((i + S - 1) % S, i + S - 1)

#define BOTH(FILL, name) \
  KERNEL (name##_before, AHEAD (FILL, n); for (int i = 0; i < n; i++) { NEXT (FILL, n); USE (i % S); }) \
  KERNEL (name##_after, AHEAD (FILL, n); for (int i = 0; i < n; i++) { USE (i % S); NEXT (FILL, n); }) \
  KERNEL (name##_always, for (int i = 0; i < S - 1; i++) FILL (i, i); for (int i = 0; i < n; i++) { NEXT (FILL, n); USE (i % S); }) \
  KERNEL (name##_left, AHEAD (FILL, n); for (int i = 0; i < n; i++) { if (i == j) break; NEXT (FILL, n); USE (i % S); }) \
  KERNEL (name##_between, AHEAD (FILL, n); for (int i = 0; i < n; i++) { NEXT (FILL, n); if (i == j) break; USE (i % S); }) \
  KERNEL (name##_fewer, AHEAD (FILL, n); for (int i = 0; i < n - j; i++) { NEXT (FILL, n); USE (i % S); }) \
  KERNEL (name##_other, AHEAD (FILL, n); for (int i = 0; i < n; i++) { NEXT (FILL, m); USE (i % S); }) \
  KERNEL (name##_either, if (m > 2) FILL (0, 0); else FILL (0, 1); \
	  for (int i = 0; i < n; i++) { USE (i % S); if (i + 1 < n) FILL ((i + 1) % S, i + 1); })
BOTH (COPY, copy)
BOTH (BULK, bulk)

enum { MOST = 7 };
static int in[(MOST + TILES + S) * T], *d;

/* What the kernel of that NAME gives, by the rows in the order of their uses.  */
static void
check (const char *name, int *o, int status, int n, int m)
{
  static int out[T];
  CHECK (!status);
  t_back (out, o, sizeof out);
  const char *kind = strchr (name, '_');
  for (int t = 0; t < T; t++)
    {
      int sum = 0;
      for (int j = 0; j < TILES; j++)
	for (int i = 0; i < n; i++)
	  {
	    int last = !strcmp (kind, "_left") || !strcmp (kind, "_between") ? j : !strcmp (kind, "_fewer") ? n - j : n;
	    int other = !strcmp (kind, "_either") && !i && m <= 2;
	    if (i < last)
	      sum = sum * 3 + in[(j + i + other) * T + T - 1 - t];
	  }
      CHECK (out[t] == sum);
    }
}

#define RUN(name) \
  for (int n = 0; n <= MOST; n++) \
    for (int m = n; m <= n + 2; m++) \
      { \
	int *o = t_dev (0, T * sizeof *o); \
	check (#name, o, px_check (px_launch (px_grid (1, T), name, d, o, n, m)), n, m); \
      }
#define RUN_ALL(name) \
  RUN (name##_before) RUN (name##_after) RUN (name##_always) RUN (name##_left) RUN (name##_between) RUN (name##_fewer) RUN (name##_other) RUN (name##_either)

int
main (void)
{
  for (int i = 0; i < (MOST + TILES + S) * T; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  RUN_ALL (copy)
  RUN_ALL (bulk)
  OK (px_free (d));
  return 0;
}
