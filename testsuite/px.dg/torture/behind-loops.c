/* SPDX-License-Identifier: MIT */
/* What follows a loop is ordered after it, whatever is in the loop that never comes back from
   there (a trap, an assertion, a loop without end), and whatever condition on the loop's
   counter it stands under: behind the loop the counter is not what it is inside.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <assert.h>

enum { T = 64 };

#define KERNEL(name, before, inside, behind) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  name (int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared int x[T]; \
	  int t __perspective (thread, 1) = px_id (thread), i = 0; \
	  before; \
	  for (i = 0; i < n; i++) \
	    { \
	      inside; \
	      __partition (thread, 1, int *w = x + t) *w = t; \
	    } \
	  behind \
	    { \
	      __partition (thread, 1, int *w = x + T - 1 - t) *w = 100 + t; \
	      __partition (thread, 1, int *w = o + t) *w = x[t]; \
	    } \
	} \
  }

KERNEL (plain,,,)
KERNEL (trap,, if (n == 77) __builtin_trap (),)
KERNEL (never,, if (n == 77) __builtin_unreachable (),)
KERNEL (assertion,, assert (n != 77),)
KERNEL (endless,, if (n == 77) for (;;) ,)
KERNEL (leaves,, if (n == 77) break,)
KERNEL (late,, if (i == 5) __builtin_trap (),)
KERNEL (at_end,,, if (i >= n))
KERNEL (next,,, if (i + 1 > n))
KERNEL (twice, int last = 0, last = i + 1, if (last == n))
KERNEL (again,,, for (int k = i; k < n + 1; k++))
KERNEL (within, for (int k = 0; k < 2; k++) for (i = 0; i < n; i++) if (n == 77) __builtin_trap (),, if (i == n))

int
main (void)
{
  static void (*const kernel[]) (int *, int) = { plain, trap, never, assertion, endless, leaves, late, at_end, next, twice, again, within };
  int *d = px_alloc (T * sizeof *d), out[T];
  for (int k = 0; k < (int) (sizeof kernel / sizeof *kernel); k++)
    {
      OK (px_memset (d, 0xff, sizeof out));
      LAUNCH (1, T, kernel[k], d, 3);
      OK (px_copy (out, d, sizeof out));
      for (int t = 0; t < T; t++)
	CHECK (out[t] == 100 + T - 1 - t);
    }
  OK (px_free (d));
  return 0;
}
