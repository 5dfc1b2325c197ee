/* SPDX-License-Identifier: MIT */
/* Chapter 5.  The library: reductions, scans and sorts that are there.

     gcc -fplugin=px -O2 statistics.c -lpx -o statistics && ./statistics

   <px/library.h> has what CUB has: algorithms for threads, warps, blocks and the whole
   device.  Each is a macro that defines functions for a type and an operator; types and
   operators may be one's own.  */
#include <px/library.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 128, EACH = 8, TILE = THREADS * EACH };

struct summary { long sum, squares; int least, greatest; };
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define JOIN(s, t) \
  ((struct summary) { (s).sum + (t).sum, (s).squares + (t).squares, \
		      LESSER ((s).least, (t).least), GREATER ((s).greatest, (t).greatest) })
#define NOTHING ((struct summary) { 0, 0, 1 << 30, -(1 << 30) })

/* For each thread's one summary; for an array in device memory; for its median.  */
PX_BLOCK_LOAD (load, int, THREADS, EACH)
PX_BLOCK_REDUCE (join, struct summary, JOIN, THREADS, 1)
PX_DEVICE_REDUCE (join_all, struct summary, JOIN)
PX_DEVICE_RADIX_SORT (sort, int)

/* A summary of each block's tile.  The functions say in their signatures who calls them:
   `join' all threads of a block of THREADS, and what it returns is the block's.  There is a
   barrier in it, and shared memory; both are px's business.  */
__kernel __requires (threads (THREADS)) void
summarise (const int *in, int n, struct summary *out)
{
  int b = px_id (block);
  __each (block, struct summary *o = out + b)
    {
      int t = px_id (thread);
      int v[EACH] __perspective (thread);
      struct summary s __perspective (thread) = NOTHING;
      load_striped_some (in + b * TILE, v, n - b * TILE, 0);
      __group (thread)
#pragma GCC unroll EACH
	for (int i = 0; i < EACH; i++)
	  if (b * TILE + t + i * THREADS < n)
	    {
	      struct summary one = { v[i], (long) v[i] * v[i], v[i], v[i] };
	      s = JOIN (s, one);
	    }
      struct summary all = join (&s);
      __claim (thread, struct summary *p = o)
	__split (thread) __case (1) *p = all;
    }
}

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

int
main (void)
{
  enum { N = 100003, BLOCKS = (N + TILE - 1) / TILE };
  static int in[N];
  struct summary s, want = NOTHING;
  for (int i = 0; i < N; i++)
    {
      in[i] = (int) ((i * 2654435761u) >> 12) % 20001 - 10000;
      struct summary one = { in[i], (long) in[i] * in[i], in[i], in[i] };
      want = JOIN (want, one);
    }

  int *d = px_alloc (sizeof in), *sorted = px_alloc (sizeof in), median;
  struct summary *part = px_alloc (BLOCKS * sizeof s), *all = px_alloc (sizeof s);
  if (px_check (px_last_status ())
      || px_check (px_copy (d, in, sizeof in))
      || px_check (px_launch (px_grid (BLOCKS, THREADS), summarise, d, N, part))
      || px_check (join_all (part, BLOCKS, NOTHING, all, NULL))
      || px_check (sort (d, N, sorted, NULL))
      || px_check (px_copy (&s, all, sizeof s))
      || px_check (px_copy (&median, sorted + N / 2, sizeof median)))
    return 1;
  px_free (d);
  px_free (sorted);
  px_free (part);
  px_free (all);

  double mean = (double) s.sum / N;
  printf ("%d numbers from %d to %d: mean %.3f, variance %.1f, median %d\n", N, s.least,
	  s.greatest, mean, (double) s.squares / N - mean * mean, median);
  qsort (in, N, sizeof *in, compare);
  if (s.sum != want.sum || s.squares != want.squares || s.least != in[0]
      || s.greatest != in[N - 1] || median != in[N / 2])
    return puts ("wrong: plain C gives others"), 1;
  puts ("correct: the same as plain C");
  return 0;
}
