/* SPDX-License-Identifier: MIT */
/* Kernels whose blocks share rows of P numbers by tickets: one branch takes a ticket, hands it to the other by a ring,
   and fetches that group of rows.  RUN compares the sum of all rows, each taken once, with C's.  */
#include "../../aux/t.h"

enum { S = 3, P = 32, C = 64, TILES = 13, EACH = 3, BLOCKS = 3 };

/* ALL: threads; then branches beside the two.  */
#define BRANCHES(name, all, producer, consumer, ...) \
  __kernel __requires (block (1), threads (all), smem (4 * S * (P + 16))) void \
  name (const int *in, const int *length, int *out, unsigned *next, int n) \
  { \
    __group (block, 1) \
      { \
	__shared __slots (S) int ticket[S][4], other[S][4]; \
	__shared __slots (S) int x[S][P]; \
	int m = n / 4; \
	__split (thread) \
	  { \
	    __case (C) \
	      { \
		int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
		consumer \
		px_atomic_add (out + t, sum); \
	      } \
	    __VA_ARGS__ \
	    __case (P) \
	      { \
		int t __perspective (thread, 1) = px_id (thread); \
		producer \
	      } \
	  } \
      } \
  }
#define KERNEL(name, producer, consumer) BRANCHES (name, P + C, producer, consumer,)
/* The middle branch hands on what the producer hands it.  */
#define KERNEL3(name, producer, middle, consumer) \
  BRANCHES (name, 2 * P + C, producer, consumer, __case (P) { middle })
/* Two consumers.  */
#define KERNEL2(name, producer, consumer, other) \
  BRANCHES (name, P + 2 * C, producer, consumer, \
	    __case (C) \
	    { \
	      int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0; \
	      other \
	      px_atomic_add (out + t, sum); \
	    })
#define TAKE \
  ({ \
    unsigned own __perspective (thread, 1) = 0; \
    __split (thread) __case (1) own = px_atomic_add (next, 1u); \
    px_broadcast (own); \
  })
#define HAND(ring, slot, at, value) \
  __claim (thread, 1, int *w = ring[slot]) __split (thread) __case (1) w[at] = (value)
#define FILL(slot, row) \
  __partition (thread, 1, int *w = x[slot] + t) __group (thread, 1) *w = in[(row) * P + t]
/* M rows from ROW on, which may be behind all; two groups of the ticket's, and how M of the slots are used.  */
#define FILL_GROUP(row) \
  for (int j = 0; j < m; j++) \
    { \
      __partition (thread, 1, int *w = x[k % S] + t) \
	__group (thread, 1) *w = (row) + j < n * EACH ? in[((row) + j) * P + t] : 0; \
      k++; \
    }
#define FILL_TWO(tile) FILL_GROUP (2 * (tile) * m) FILL_GROUP ((2 * (tile) + 1) * m)
#define USE_GROUP for (int j = 0; j < m; j++) { USE (k % S); k++; }
/* Rows from AT to END that are of one group of EACH.  */
#define TOGETHER(at, end, each) ((end) - (at) < (each) - (at) % (each) ? (end) - (at) : (each) - (at) % (each))
#define USE(slot) __group (thread, 1) sum += x[slot][(P - 1 - t) & (P - 1)]

static int in[TILES * EACH * P], length[TILES], *d, *l;

/* EACH: of rows in a group; 0: LENGTH says it.  */
static void
check (int *o, int rows)
{
  static int out[C];
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 0; i < TILES; i++)
	for (int j = 0; j < (rows ? rows : length[i]); j++)
	  sum += in[(i * (rows ? rows : EACH) + j) * P + ((P - 1 - t) & (P - 1))];
      CHECK (out[t] == sum);
    }
}

#define RUN(name, rows) RUN_WITH (name, rows, P + C)
#define RUN_WITH(name, rows, threads) \
  do { static const int zero[C]; int *o = t_dev (zero, sizeof zero); unsigned *next = t_dev (zero, sizeof *next); \
       LAUNCH (BLOCKS, threads, name, d, l, o, next, TILES); check (o, rows); } while (0)

static inline void
start (void)
{
  for (int i = 0; i < TILES * EACH * P; i++)
    in[i] = t_random () % 100;
  for (int i = 0; i < TILES; i++)
    length[i] = i % 5 == 3 ? 0 : i % (EACH + 1);
  d = t_dev (in, sizeof in);
  l = t_dev (length, sizeof length);
}
