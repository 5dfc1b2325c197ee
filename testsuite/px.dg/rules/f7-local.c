/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Local variables may be passed twice: no other thread has them.  */
#include "../aux/t.h"

__device OPAQUE static void
order (int *a, int *b)
{
  int least = *a < *b ? *a : *b;
  *b = *a < *b ? *b : *a;
  *a = least;
}

__device OPAQUE static void
twice (int *to, const int *from)
{
  for (int i = 0; i < 4; i++)
    to[i] = 2 * from[i];
}

__kernel void
sort (int *p)
{
  __partition (thread, 1, int *own = p + 4 * px_id (thread))
    __group (thread, 1)
      {
	int a[4];
	for (int i = 0; i < 4; i++)
	  a[i] = own[i];
	for (int i = 0; i < 4; i++)
	  for (int k = i + 1; k < 4; k++)
	    order (&a[i], &a[k]);
	twice (a, a);
	for (int i = 0; i < 4; i++)
	  own[i] = a[i];
      }
}

int
main (void)
{
  int p[256];
  for (int i = 0; i < 256; i++)
    p[i] = t_random () % 100;
  int *d = t_dev (p, sizeof p);
  LAUNCH (1, 64, sort, d);
  t_back (p, d, sizeof p);
  for (int i = 0; i < 256; i++)
    CHECK (p[i] % 2 == 0 && (i % 4 == 0 || p[i - 1] <= p[i]));
  return 0;
}
