/* SPDX-License-Identifier: MIT */
/* Chapter 6.  Threads that work together: a sum, and where its barriers are.

     gcc -fplugin=px -O2 reduction.c -lpx -o reduction && ./reduction

   Each thread adds up its share of an array; then the threads of a block add up these sums in
   a tree: half of them take in the sums of the other half, and so on.  A thread may read what
   another has written only after a barrier, and may overwrite it only after another.  There is
   none in this text.  Ask gcc where px has put them, and why:

     gcc -fplugin=px -fplugin-arg-px-explain -O2 -c reduction.c

   (Chapter 5's library has this and faster ways.)  */
#include <px.h>
#include <stdio.h>

enum { THREADS = 256, BLOCKS = 32 };

__kernel __requires (threads (THREADS)) void
sum (const int *in, int n, long *out)
{
  int first = px_id (thread);
  int all = px_units (thread);
  __group (block)
    {
      /* Shared memory belongs to the block, whose code this is.  */
      __shared long part[THREADS];
      int t = px_id (thread);

      __each (thread, long *own = part + t)
	{
	  long s = 0;
	  for (int i = first; i < n; i += all)
	    s += in[i];
	  *own = s;
	}

      /* The loop is the block's: all its threads take each turn.  In __partition only a
	 thread's own element can be written, so what others have is read before.  */
      for (int half = THREADS / 2; half > 0; half /= 2)
	{
	  long other = t < half ? part[t + half] : 0;
	  __partition (thread, long *own = part + t)
	    *own += other;
	}

      /* The first thread of each block adds to what is the grid's: blocks meet there, and
	 only atomic operations may.  */
      __group (thread)
	if (t == 0)
	  __atomic_fetch_add (out, part[0], __ATOMIC_RELAXED);
    }
}

int
main (void)
{
  enum { N = 1000003 };
  static int in[N];
  long want = 0, got = 0;
  for (int i = 0; i < N; i++)
    want += in[i] = i % 1009 - 504;

  int *d = px_alloc (sizeof in);
  long *s = px_alloc (sizeof *s);
  if (px_check (px_last_status ())
      || px_check (px_copy (d, in, sizeof in))
      || px_check (px_copy (s, &got, sizeof got))
      || px_check (px_launch (px_grid (BLOCKS, THREADS), sum, d, N, s))
      || px_check (px_copy (&got, s, sizeof got)))
    return 1;
  px_free (d);
  px_free (s);

  printf ("the sum of %d numbers is %ld\n", N, got);
  if (got != want)
    return printf ("wrong: plain C gives %ld\n", want), 1;
  puts ("correct: the same as plain C");
  return 0;
}
