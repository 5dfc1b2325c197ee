/* SPDX-License-Identifier: MIT */
/* Constructs in every part of a loop and in what a switch decides on.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *p, int n)
{
  __partition (thread, 1, int *w = p + px_id (thread))
    {
      int i;
      __group (thread, 1) *w = 0;
      for (({ i = 0; __group (thread, 1) *w += 1; }); i < 1; i++)
	;
      for (i = 0; ({ __group (thread, 1) *w += 10; i < 2; }); i++)
	;
      for (i = 0; i < 2; ({ __group (thread, 1) *w += 100; i++; }))
	;
      i = 0;
      while (({ __group (thread, 1) *w += 1000; i < 1; }))
	i++;
      while (i < 3)
	{
	  __group (thread, 1) *w += 10000;
	  i++;
	}
      do
	__group (thread, 1) *w += 100000;
      while (({ __group (thread, 1) *w += 1000000; i++ < 3; }));
      switch (({ __group (thread, 1) *w += 10000000; n; }))
	{
	case 1:
	  __group (thread, 1) *w += 100000000;
	}
    }
}

int
main (void)
{
  int out[T], *d = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, 1);
  t_back (out, d, sizeof out);
  for (int t = 0; t < T; t++)
    CHECK (out[t] == 1 + 30 + 200 + 2000 + 20000 + 100000 + 1000000 + 10000000 + 100000000);
  return 0;
}
