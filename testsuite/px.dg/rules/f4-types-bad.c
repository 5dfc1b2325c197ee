/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Intrinsics of types that they do not have.  */
#include <px.h>
struct st { int a; };
__kernel void
k (float *g, px_half *h, unsigned *u)
{
  __partition (thread, 1, float *p = g + px_id (thread))
  __partition (thread, 1, px_half *q = h + px_id (thread))
    __group (thread, 1)
    {
      struct st s = { 1 };
      int t = px_shfl_up (s, 1, 1);	/* { dg-error {there is no 'px_shfl_up' for a 'struct st' .PX304.} } */
      t += px_broadcast (*q, 1);	/* { dg-error {there is no 'px_broadcast' for a 'px_half' .PX304.} } */
      t += px_reduce_add (1.f, 1);	/* { dg-error {there is no 'px_reduce_add' for a 'float' .PX304.} } */
      px_atomic_add ((char *) q, 1);	/* { dg-error {there is no 'px_atomic_add' for a 'char .' .PX304.} } */
      px_atomic_and (p, 1);	/* { dg-error {there is no 'px_atomic_and' for a 'float .' .PX304.} } */
      px_atomic_cas (q, *q, *q);	/* { dg-error {there is no 'px_atomic_cas' for a 'px_half .' .PX304.} } */
      px_atomic_inc (p, 2);	/* { dg-error {there is no 'px_atomic_inc' for a 'float .' .PX304.} } */
      (void) px_ld (&s);	/* { dg-error {there is no 'px_ld' for a 'struct st .' .PX304.} } */
      (void) px_ld4 (q);	/* { dg-error {there is no 'px_ld4' for a 'px_half .' .PX304.} } */
      px_st2 (q, *q);	/* { dg-error {there is no 'px_st2' for a 'px_half .' .PX304.} } */
      (void) px_atomic_load (q);	/* { dg-error {there is no 'px_atomic_load' for a 'px_half .' .PX304.} } */
      px_atomic_dec (p, 2);	/* { dg-error {there is no 'px_atomic_dec' for a 'float .' .PX304.} } */
      px_popc (1.f);	/* { dg-error {there is no 'px_popc' for a 'float' .PX304.} } */
      px_to_float (1.f);	/* { dg-error {there is no 'px_to_float' for a 'float' .PX304.} } */
      px_add (1, 2);	/* { dg-error {there is no 'px_add' for a 'int' .PX304.} } */
      px_min (1, 2);	/* { dg-error {there is no 'px_min' for a 'int' .PX304.} } */
      px_dp4a (1.f, 2u, 3);	/* { dg-error {there is no 'px_dp4a' for a 'float' .PX304.} } */
      px_dp2a_lo (1.f, 2, 3);	/* { dg-error {there is no 'px_dp2a_lo' for a 'float' .PX304.} } */
      px_mulhi (1.f, 2);	/* { dg-error {there is no 'px_mulhi' for a 'float' .PX304.} } */
      px_bulk_min (p, p, 4);	/* { dg-error {there is no 'px_bulk_min' for a 'float .' .PX304.} } */
      px_low (*q);	/* { dg-error {there is no 'px_low' for a 'px_half' .PX304.} } */
      *p = t;
    }
}
