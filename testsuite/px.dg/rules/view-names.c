/* SPDX-License-Identifier: MIT */
/* Several names in one declaration, with the size of the unit before it and without; sizes in parentheses, types of all
   kinds.  */
/* { dg-do run } */
#include <px.h>

enum { T = 64, HALF = T / 2 };
#define WARP thread, 32
#define REAL float
typedef struct { int a; } item;

__kernel __requires (threads (T)) void
k (float *a, float *b, item *c, item *d, uint16_t *e, uint16_t *f)
{
  int i = px_id (thread);
  __each (thread, item *x = c + i)
    x->a = i;
  __each (thread, 1, item *x = d + i)
    x->a = c[i].a;
  __each (thread, (1), item *x = c + i, *y = d + i)
    x->a += y->a++;
  __each (thread, uint16_t *x = e + i, *y = f + i)
    *x = i, *y = 2 * i;
  __partition (block, REAL *x = a + px_id (block) * T, *y = b + px_id (block) * T)
    __group (block)
      {
	__each (WARP, float *u = x + px_id (WARP) * 32, *v = y + px_id (WARP) * 32)
	  __each (thread, float *q = u + px_id (thread), *r = v + px_id (thread))
	    *q = *r = 3;
	__claim (thread, (HALF), float *u = x, *v = y)
	  __split (thread)
	    __case (HALF)
	      __each (thread, (2) - 1, float *q = u + px_id (thread), *r = v + 31 - px_id (thread))
		*q += 1, *r += 2;
	__partition (thread, sizeof (int) / 4, float *q = x + px_id (thread), *r = y + px_id (thread))
	  *q += i, *r -= i;
      }
}

int
main (void)
{
  enum { B = 2, N = B * T };
  float *a = px_alloc_managed (N * sizeof *a), *b = px_alloc_managed (N * sizeof *b);
  item *c = px_alloc_managed (N * sizeof *c), *d = px_alloc_managed (N * sizeof *d);
  uint16_t *e = px_alloc_managed (N * sizeof *e), *f = px_alloc_managed (N * sizeof *f);
  if (px_check (px_launch (px_grid (B, T), k, a, b, c, d, e, f)) || px_check (px_synchronize ()))
    return 1;
  for (int i = 0; i < N; i++)
    if (a[i] != 3 + i + (i % T < HALF) || b[i] != 3 - i + 2 * (i % T < HALF) || c[i].a != 2 * i || d[i].a != i + 1
	|| e[i] != i || f[i] != 2 * i)
      return 2;
  return 0;
}
