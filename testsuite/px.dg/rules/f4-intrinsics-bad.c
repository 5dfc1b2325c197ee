/* SPDX-License-Identifier: MIT */
/* Intrinsics are called where their units are, with the operands that they take.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
units (int *p, float *f)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = px_shfl_up (t, 1);
  int y __perspective (thread, 32) = px_reduce_add (t);	/* { dg-message "is declared here" } */
  __group (thread, 16)	/* { dg-message "the code perspective was set here" } */
    {
      x = px_shfl_up (t, 1);	/* { dg-error {'px_shfl_up' needs thread.32., but the code here has thread.16.[^\n]*PX304} } */
      x = px_shfl_up (t, 1, 16);
      x = px_shfl_up (t, 1, 8);
      y = px_reduce_add (t, 16);	/* { dg-error {a value at thread.16. cannot be stored in 'y', which lives at thread.32.[^\n]*PX201} } */
    }
  __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
    x = px_elect ();	/* { dg-error {'px_elect' needs thread.32.[^\n]*PX304} } */
  x = px_any (t, 12);	/* { dg-error {the width of 'px_any' must be a constant power of two[^\n]*PX304} } */
  x = px_any (t, x);	/* { dg-error {the width of 'px_any'[^\n]*PX304} } */
  if (px_any (t))	/* { dg-error {the condition lives at thread.32., but the code it decides on is at block.1.[^\n]*PX103} } */
    px_atomic_add (p, 1);
  __group (thread, 32)
    if (px_any (t))
      px_atomic_add (p, 1);
  px_atomic_add (f, 1, y);	/* { dg-error {argument 3 of 'px_atomic_add' is not one of the constants[^\n]*PX304} } */
  px_atomic_store (p, 1, px_acquire);	/* { dg-error {argument 3 of 'px_atomic_store' is not[^\n]*PX304} } */
}

__device __requires (block (1), thread (32)) void
memory (int *p, const int *c)	/* { dg-message "is declared here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  px_st (p, 1);	/* { dg-error {a store needs a view at thread.1., but 'p' lives at block.1.[^\n]*PX204} } */
  int x __perspective (block, 1) = px_ld (p);
  int y __perspective (block, 1) = px_ld (p + t);	/* { dg-error {PX201} } */
/* { dg-message "is declared here" "" { target *-*-* } .-1 } */
  int z __perspective (block, 1) = px_atomic_load (p);	/* { dg-error {PX201} } */
/* { dg-message "is declared here" "" { target *-*-* } .-1 } */
  int w __perspective (block, 1) = px_popc ((unsigned) t);	/* { dg-error {PX201} } */
/* { dg-message "is declared here" "" { target *-*-* } .-1 } */
  int v __perspective (block, 1) = px_popc ((unsigned) x);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      px_st (q, px_ldg (c));
}

__device __requires (block (1), thread (32), smem (1024)) void
copies (float *p, const float *c)	/* { dg-message "is declared here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __shared float s[64];	/* { dg-message "is declared here" } */
  px_cp_async (s, c, 4);	/* { dg-error {operand 1 of 'px_cp_async' must be the name of an '__async'[^\n]*PX207} } */
  __async (float *a = s)	/* { dg-message "begins here" } */
    {
      px_cp_async (a, c + t * 4, 16);
      px_cp_async (a, c, 5);	/* { dg-error {argument 3 of 'px_cp_async' must be one of the constants 4, 8, 16[^\n]*PX304} } */
      px_cp_async (a, p, 4);	/* { dg-error {operand 2 of 'px_cp_async' must be the name of an '__async'[^\n]*PX207} } */
      px_bulk_store (a, a, 16);	/* { dg-error {operand 1 of 'px_bulk_store' must be in global memory[^\n]*PX309} } */
      px_bulk_load (a, c, t * 16);	/* { dg-error {operand 3 of 'px_bulk_load' must be the same for all of block.1., but lives at thread.1.[^\n]*PX202} } */
      px_bulk_load_multicast (a, c, 16, 3);	/* { dg-error {'px_bulk_load_multicast' needs a cluster[^\n]*PX304} } */
      a[0] = 1;	/* { dg-error {PX207} } */
    }
}

int
host (void)
{
  return px_clock ();	/* { dg-error {host code calls 'px_clock'[^\n]*PX305} } */
}

/* What to write instead.  */
/* { dg-message {the units of thread.32. do it together: write it before this '__} "" { target *-*-* } 12 } */
/* { dg-message {in '__group .thread, 32.' each unit decides for itself} "" { target *-*-* } 23 } */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 36 } */
