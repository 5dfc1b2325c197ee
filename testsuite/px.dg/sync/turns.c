/* SPDX-License-Identifier: MIT */
/* Two branches one after the other by turns, which go around in a circle: one bar.arrive and one bar.sync each.  */
/* { dg-do run } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
/* { dg-final { scan-ptx-times {bar\.arrive} 2 } } */
/* { dg-final { scan-ptx-times {bar\.sync} 2 } } */
/* { dg-final { scan-ptx-not {mbarrier} } } */
#include "aux/turns.h"

enum { N = 5 };

__kernel __requires (grid (1), block (1), threads (128)) void
k (unsigned *log, unsigned *next, int n)
{
  __group (block, 1)
    {
      __shared px_turn there, back;
      __split (thread)
	{
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		LOG (0);
		px_give_turn (&there);
		px_take_turn (&back);
	      }
	  __case (64)
	    for (int i = 0; i < n; i++)
	      {
		px_take_turn (&there);
		LOG (1);
		px_give_turn (&back);
	      }
	}
    }
}

int
main (void)
{
  static unsigned log[N * 128];
  unsigned *d = t_dev (log, sizeof log), *next = px_alloc (sizeof *next);
  OK (px_memset (next, 0, sizeof *next));
  LAUNCH (1, 128, k, d, next, N);
  t_back (log, d, sizeof log);
  CHECK (in_turn (log, N, 2, 64));
  LAUNCH (1, 128, k, NULL, next, 0);
  OK (px_free (next));
  return 0;
}
