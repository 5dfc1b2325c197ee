/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What shows only when functions are inlined and loops unrolled. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int n, float *p __perspective (grid, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 32, float *q = p + px_id (thread, 32) * 128)
    __group (thread, 32)
      {
	px_acc (float, 16, 8) a, b, unset, some[2];	/* { dg-message "'unset' is declared here" } */
	px_zero (&a);
	px_zero (&b);
	px_zero (&some[1]);
	for (int i = 0; i < 4; i++)
	  px_set (&a, i, px_get (&b, 3 - i));
	for (int i = 0; i < n; i++)
	  px_set (&a, i, 1.f);	/* { dg-error {this index of fragment 'a' does not become constant[^\n]*PX803} } */
	px_set (&b, t % 4, 1.f);	/* { dg-error {this index of fragment 'b' does not become constant[^\n]*PX803} } */
	px_set (&a, 4, 1.f);	/* { dg-error {index 4 of fragment 'a', of which each thread has 4 elements[^\n]*PX803} } */
	px_scale (&some[n], 2.f);	/* { dg-error {which of the fragments of 'some' this is does not become constant[^\n]*PX803} } */
	px_scale (&unset, 2.f);	/* { dg-error {fragment 'unset' is read, but nothing was written[^\n]*PX804} } */
	px_part (&a, &b, 0, 8);	/* { dg-error {no 'px_part' of these fragments: the part is not inside what it is of[^\n]*PX806} } */
	px_part (&a, &b, n, 0);	/* { dg-error {this index of fragment 'b' does not become constant[^\n]*PX803} } */
	px_store (q, 8, &a);
      }
}
