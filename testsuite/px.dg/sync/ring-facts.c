/* SPDX-License-Identifier: MIT */
/* Both sides of a ring count alike because of what __where says: numbers that are not negative, and
   that do not wrap around.  A quotient of a multiple needs no fact.  */
/* { dg-do run } */
#include "aux/ring-facts.h"

RING (product, __where (n >= 0, n < 1000, m >= 0, m < 1000),
      for (int k = 0; k < n * m; k++) FILL (k),
      int k = 0; for (int t = 0; t < m; t++) for (int j = 0; j < n; j++, k++) USE (k))
RING (converted, __where (n >= 0, n < 1000, m >= 0, m < 1000),
      for (unsigned k = 0; k < (unsigned) n * m; k++) FILL (k),
      for (int k = 0; k < n * m; k++) USE (k))
RING (shifted, __where (n >= 0, n < 1000, m >= 0, m < 1000),
      for (int k = 0; k < n << 1; k++) FILL (k),
      for (int k = 0; k < 2 * n; k++) USE (k))
RING (quotient, ,
      for (int k = 0; k < 4 * n; k++) FILL (k),
      for (int k = 0; k < 4 * n; k += 4) { USE (k) USE (k + 1) USE (k + 2) USE (k + 3) })

int
main (void)
{
  static unsigned a[M * W], o[W];
  for (int i = 0; i < M * W; i++)
    a[i] = t_random ();
  unsigned *d = t_dev (a, sizeof a), *e = t_dev (0, sizeof o);
  for (int which = 0; which < 4; which++)
    for (int n = 0; n < 8; n++)
      {
	int m = 3, turns = which < 2 ? n * m : which == 2 ? 2 * n : 4 * n;
	if (which == 0)
	  LAUNCH (1, T, product, d, e, n, m);
	else if (which == 1)
	  LAUNCH (1, T, converted, d, e, n, m);
	else if (which == 2)
	  LAUNCH (1, T, shifted, d, e, n, m);
	else
	  LAUNCH (1, T, quotient, d, e, n, m);
	OK (px_copy (o, e, sizeof o));
	for (int t = 0; t < W; t++)
	  {
	    unsigned sum = 0;
	    for (int k = 0; k < turns; k++)
	      sum = 3 * sum + a[k * W + W - 1 - t];
	    CHECK (o[t] == sum);
	  }
      }
  return 0;
}
