/* SPDX-License-Identifier: MIT */
/* F7: a table of pointers is not what its pointers lead to, and numbers that hold no address lead
   nowhere: neither is passed twice.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (64)) void fill (const int **rows, const int *p);
__device __requires (block (1), thread (64)) int sum (const int *const *rows, const int *p);

__device __requires (block (1), threads (64), smem (1024)) void
f (int *o)
{
  __shared int x[64];
  __shared const int *rows[4];
  fill (rows, x);
  fill (rows + 1, x + 8);
  int s = sum (rows, x);
  __claim (thread, 1, int *q = o)
    __split (thread)
      __case (1)
	*q = s;
}
