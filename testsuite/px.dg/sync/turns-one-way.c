/* SPDX-License-Identifier: MIT */
/* A turn that goes one way, and two that both branches give first: mbarriers, so that none is given again before it
   was taken.  */
/* { dg-do run } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
/* { dg-final { scan-ptx-not {bar\.arrive} } } */
#include "aux/turns.h"

enum { N = 5 };

/* LOG of round I of branch W, whose entries the other one never sees before its own of round I - 1.  */
#define ROUND(W) __group (thread, 1) __unsafe log[px_atomic_add (next, 1u)] = i << 1 | (W)

__kernel __requires (grid (1), block (1), threads (64)) void
one_way (unsigned *log, unsigned *next, int n)
{
  __group (block, 1)
    {
      __shared px_turn there;
      __split (thread)
	{
	  __case (32)
	    for (int i = 0; i < n; i++)
	      {
		ROUND (0);
		px_give_turn (&there);
	      }
	  __case (32)
	    for (int i = 0; i < n; i++)
	      {
		px_take_turn (&there);
		ROUND (1);
	      }
	}
    }
}

__kernel __requires (grid (1), block (1), threads (64)) void
both (unsigned *log, unsigned *next, int n)
{
  __group (block, 1)
    {
      __shared px_turn there, back;
      __split (thread)
	{
	  __case (32)
	    for (int i = 0; i < n; i++)
	      {
		ROUND (0);
		px_give_turn (&there);
		px_take_turn (&back);
	      }
	  __case (32)
	    for (int i = 0; i < n; i++)
	      {
		ROUND (1);
		px_give_turn (&back);
		px_take_turn (&there);
	      }
	}
    }
}

/* Where in LOG the last entry of round I of branch W is, and the first one.  */
static int
last (const unsigned *log, int i, int w)
{
  int at = -1;
  for (int k = 0; k < N * 64; k++)
    if (log[k] == (unsigned) (i << 1 | w))
      at = k;
  return at;
}

static int
first (const unsigned *log, int i, int w)
{
  int k = 0;
  while (k < N * 64 && log[k] != (unsigned) (i << 1 | w))
    k++;
  return k;
}

int
main (void)
{
  static unsigned log[N * 64];
  unsigned *next = px_alloc (sizeof *next);
  for (int way = 0; way < 2; way++)
    {
      unsigned *d = t_dev (log, sizeof log);
      OK (px_memset (next, 0, sizeof *next));
      if (way)
	LAUNCH (1, 64, both, d, next, N);
      else
	LAUNCH (1, 64, one_way, d, next, N);
      t_back (log, d, sizeof log);
      for (int i = 0; i < N; i++)
	{
	  CHECK (way || last (log, i, 0) < first (log, i, 1));
	  CHECK (!i || !way || (last (log, i - 1, 0) < first (log, i, 1) && last (log, i - 1, 1) < first (log, i, 0)));
	}
    }
  OK (px_free (next));
  return 0;
}
