/* SPDX-License-Identifier: MIT */
/* Three branches in a circle.  The first one has its turn before the loop, from the last one, which gives it once
   more than it is taken; in nested loops, of which px unrolls the inner ones.  */
/* { dg-do run } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
/* { dg-final { scan-ptx-times {bar\.arrive} 7 } } */
/* { dg-final { scan-ptx-times {bar\.sync} 6 } } */
/* { dg-final { scan-ptx-not {mbarrier} } } */
#include "aux/turns.h"

enum { N = 3 };

__kernel __requires (grid (1), block (1), threads (96)) void
k (unsigned *log, unsigned *next, int n)
{
  __group (block, 1)
    {
      __shared px_turn a, b, c;
      __split (thread)
	{
	  __case (32)
	    for (int i = 0; i < n; i++)
	      for (int j = 0; j < 2; j++)
		{
		  px_take_turn (&a);
		  LOG (0);
		  px_give_turn (&b);
		}
	  __case (32)
	    for (int i = 0; i < n; i++)
	      for (int j = 0; j < 2; j++)
		{
		  px_take_turn (&b);
		  LOG (1);
		  px_give_turn (&c);
		}
	  __case (32)
	    {
	      px_give_turn (&a);
	      for (int i = 0; i < n; i++)
		for (int j = 0; j < 2; j++)
		  {
		    px_take_turn (&c);
		    LOG (2);
		    px_give_turn (&a);
		  }
	    }
	}
    }
}

int
main (void)
{
  static unsigned log[2 * N * 96];
  unsigned *d = t_dev (log, sizeof log), *next = px_alloc (sizeof *next);
  OK (px_memset (next, 0, sizeof *next));
  LAUNCH (1, 96, k, d, next, N);
  t_back (log, d, sizeof log);
  CHECK (in_turn (log, 2 * N, 3, 32));
  OK (px_free (next));
  return 0;
}
