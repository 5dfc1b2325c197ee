/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Two arrays that are sized at launch: one in a function that is inlined.  */
#include <px.h>

static inline __device __requires (block (1), thread (32)) int
sum (void)
{
  __shared int y[];	/* { dg-error {'y' is a second array sized at launch, after 'x' .PX203.} } */
  return y[0]; /* { dg-warning "nothing is written to 'y'" } */
}
__kernel __requires (grid (1), block (1), thread (32)) void
f (int *p __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (thread, 1, int *q = p + px_id (thread))
    __group (block, 1)
      {
	__shared int x[];
	int s = x[b] + sum (); /* { dg-warning "nothing is written to 'x'" } */
	__group (thread, 1) *q = s;
      }
}
