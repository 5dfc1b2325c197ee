/* SPDX-License-Identifier: MIT */
/* Constructs of inlined functions under conditions that an argument decides: what is left out
   does not hide what follows it.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64 };
#define STORES __partition (thread, 1, int *w = x + t) __group (thread, 1) *w = t;

#define FUNCTION(name, body) \
  __device static inline __requires (block (1), threads (T)) void name (int *x, int n) \
  { int t __perspective (thread, 1) = px_id (thread); body }
FUNCTION (odd, if (n & 1) STORES)
FUNCTION (other, if (n & 1) STORES else STORES)
FUNCTION (third, if (n % 3 == 1) STORES)
FUNCTION (range, if (n > 5 && n < 9) STORES)
FUNCTION (cases, switch (n & 3) { case 1: STORES break; case 3: STORES default: ; })
FUNCTION (counted, for (int i = 0; i < n - 2; i++) STORES)
struct how { int kind, n; };
__device static inline __requires (block (1), threads (T)) void
by_struct (int *x, struct how h)
{
  int t __perspective (thread, 1) = px_id (thread);
  if (h.kind == 3)
    STORES
}
#define by_member(x, n) by_struct (x, ((struct how) { n, n }))

#define KERNEL(f) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  k_##f (int *out, int n) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared int x[T]; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  for (int i = 0; i < n; i++) \
	    { \
	      f (x, 2); \
	      STORES \
	    } \
	  f (x, 2); \
	  __partition (thread, 1, int *w = x + T - 1 - t) *w = 100 + t; \
	  __partition (thread, 1, int *w = o + t) *w = x[t]; \
	} \
  }
KERNEL (odd) KERNEL (other) KERNEL (third) KERNEL (range) KERNEL (cases) KERNEL (counted) KERNEL (by_member)

int
main (void)
{
  static void (*const kernel[]) (int *, int) = { k_odd, k_other, k_third, k_range, k_cases, k_counted, k_by_member };
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
