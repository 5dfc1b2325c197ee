/* SPDX-License-Identifier: MIT */
/* Prism, Fig. 16: in a loop, a partition that writes and two that read it: points before
   each, by rules (1) and (2) of Prism §5; that of the second read is served by the first's.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-dcfg=fig16.dot" } */
#include "../aux/t.h"
#define T 64

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *y, int *z, int n)
{
  __group (block, 1)
    {
      __shared int x[T];
      int t __perspective (thread, 1) = px_id (thread), a __perspective (thread, 1) = 0, b __perspective (thread, 1) = 0;
      for (int k = 0; k < n; k++)
	{
	  __partition (thread, 1, int *w = x + t)
	    __group (thread, 1)
	      w[0] = t * k;
	  __partition (thread, 1, const int *r = x + (T - 1 - t))
	    __group (thread, 1)
	      a += r[0];
	  __partition (thread, 1, const int *r = x + (t + 3) % T)
	    __group (thread, 1)
	      b += r[0];
	}
      int c __perspective (block, 1) = 0;
      __group (thread, 1)
	__unsafe { y[t + c] = a, z[t + c] = b; }
    }
}

int
main (void)
{
  static int y[T], z[T];
  int *dy = t_dev (0, sizeof y), *dz = t_dev (0, sizeof z);
  LAUNCH (1, T, f, dy, dz, 5);
  t_back (y, dy, sizeof y);
  t_back (z, dz, sizeof z);
  for (int t = 0; t < T; t++)
    {
      CHECK (y[t] == 10 * (T - 1 - t));
      CHECK (z[t] == 10 * ((t + 3) % T));
    }
  return 0;
}
/* { dg-final { scan-file fig16.dot {label="sync 1\\nline 18"} } } */
/* { dg-final { scan-file fig16.dot {label="sync 2\\nline 21"} } } */
/* { dg-final { scan-file fig16.dot {label="implied\\nline 24"} } } */
/* { dg-final { scan-file-not fig16.dot {sync [0-9, ]+\\n(?!line (18|21)")} } } */
/* { dg-final { scan-file-not fig16.dot {implied\\n(?!line 24")} } } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
