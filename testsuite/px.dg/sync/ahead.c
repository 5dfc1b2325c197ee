/* SPDX-License-Identifier: MIT */
/* Slots filled ahead, by a loop before the one that goes on: as written by hand, one
   wait that leaves S - 2 groups and one barrier a step, be the slots a ring or an
   array, their numbers counters' remainders or counters that go around.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {cp\.async\.wait_group 2;} 9 } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 9 } } */
/* { dg-final { scan-ptx-times {cp\.async\.commit_group} 36 } } */
/* { dg-final { scan-ptx-times {cp\.async\.wait_group 0;} 1 } } */
#include "../aux/t.h"

enum { S = 4, T = 64 };

#define KERNEL(name, array, ahead, step) \
  __kernel __requires (grid (1), block (1), threads (T), smem (8 * S * T)) void \
  name (const int *in, int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  array; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  int sum __perspective (thread, 1) = 0, u = 0, v = S - 1; \
	  (void) u, (void) v; \
	  ahead; \
	  for (int i = 0; i < n; i++) \
	    step \
	  __partition (thread, 1, int *w = o + t) \
	    __group (thread, 1) *w = sum; \
	} \
  }
#define FILL(slot, n) \
  __async (int *w = slot) \
    __group (thread, 1) \
      px_cp_async (w + t, in + (n) * T + t, 4)
#define USE(slot) sum = sum * 3 + slot[T - 1 - t]
#define AHEAD for (int i = 0; i < S - 1; i++) if (i < n) FILL (x[i], i)
#define BOTH for (int i = 0; i < S - 1; i++) if (i < n) { FILL (x[i], i); FILL (y[i], i + 1); }
#define RING __shared __slots (S) int x[S][T]
#define PLAIN __shared int x[S][T]

/* Filled before use, and after; unguarded, what is never read is waited for at the end.  */
KERNEL (ring, RING, AHEAD, { if (i + S - 1 < n) FILL (x[(i + S - 1) % S], i + S - 1); USE (x[i % S]); })
KERNEL (plain, PLAIN, AHEAD, { if (i + S - 1 < n) FILL (x[(i + S - 1) % S], i + S - 1); USE (x[i % S]); })
KERNEL (after, RING, AHEAD, { USE (x[i % S]); if (i + S - 1 < n) FILL (x[(i + S - 1) % S], i + S - 1); })
KERNEL (always, RING, for (int i = 0; i < S - 1; i++) FILL (x[i % S], i),
	{ if (i + S - 1 < n) FILL (x[(i + S - 1) % S], i + S - 1); USE (x[i % S]); })
KERNEL (two, RING; __shared __slots (S) int y[S][T], BOTH,
	{ if (i + S - 1 < n) { FILL (x[(i + S - 1) % S], i + S - 1); FILL (y[(i + S - 1) % S], i + S); } USE (x[i % S]); USE (y[i % S]); })
/* One counter more, which goes on; slots that go around.  */
KERNEL (goes_on, RING; int f = 0, for (; f < S - 1; f++) if (f < n) FILL (x[f], f),
	{ if (f < n) FILL (x[f % S], f); f++; USE (x[i % S]); })
KERNEL (goes_on_plain, PLAIN; int f = 0, for (; f < S - 1; f++) if (f < n) FILL (x[f], f),
	{ if (f < n) FILL (x[f % S], f); f++; USE (x[i % S]); })
KERNEL (around, PLAIN, AHEAD,
	{ if (i + S - 1 < n) FILL (x[v], i + S - 1); USE (x[u]); if (++u == S) u = 0; v = (v + 1) % S; })
KERNEL (around_all, PLAIN; int z = 0, for (int i = 0; i < S - 1; i++) { if (i < n) FILL (x[z], i); z = z == S - 1 ? 0 : z + 1; },
	{ if (i + S - 1 < n) FILL (x[z], i + S - 1); z = z == S - 1 ? 0 : z + 1; USE (x[u]); u = u == S - 1 ? 0 : u + 1; })

#define MOST 9
static int in[(MOST + S) * T], *d;

static void
check (int n, int *o, int status, int twice)
{
  static int out[T];
  CHECK (!status);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    {
      int sum = 0;
      for (int i = 0; i < n; i++)
	{
	  sum = sum * 3 + in[i * T + T - 1 - t];
	  if (twice)
	    sum = sum * 3 + in[(i + 1) * T + T - 1 - t];
	}
      CHECK (out[t] == sum);
    }
}

#define RUN(name, n) \
  do { int *o = t_dev (0, T * sizeof *o); check (n, o, px_check (px_launch (px_grid (1, T), name, d, o, n)), #name[0] == 't'); } while (0)

int
main (void)
{
  for (int i = 0; i < (MOST + S) * T; i++)
    in[i] = t_random () % 100;
  d = t_dev (in, sizeof in);
  for (int n = 1; n <= MOST; n += 2)
    {
      RUN (ring, n);
      RUN (plain, n);
      RUN (after, n);
      RUN (always, n);
      RUN (two, n);
      RUN (goes_on, n);
      RUN (goes_on_plain, n);
      RUN (around, n);
      RUN (around_all, n);
    }
  OK (px_free (d));
  return 0;
}
