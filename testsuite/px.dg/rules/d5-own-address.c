/* SPDX-License-Identifier: MIT */
/* D5: a view that is reached through its address is that view.  */
/* { dg-do compile } */
#include <px.h>

__device int get (int *const *a);

__device __requires (block (1), threads (64)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + 4 * t)
    __group (thread, 1)
      {
	int **a = &q;
	**a = 3;
	*a += 1;
	(*a)++;
	**a = 4;
      }
  __partition (thread, 1, int *q = p + 4 * t)
    __group (thread, 1)
      *q = 1 + t;
  __partition (thread, 1, int *q = p + 4 * t)
    __group (thread, 1)
      t = get (&q);
}
