/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Fragments of different units in one product; parameters at another unit; pointers to
   one of two.  */
#include <px.h>

static inline __device __requires (thread (32)) void
clear (px_acc (float, 64, 8) *a __perspective (thread, 128))	/* { dg-message "'a' is declared here" } */
{
  (void) a;
}
static inline __device __requires (thread (32)) void
zero (px_acc (float, 16, 8) *a)	/* { dg-message "'a' is declared here" } */
{
  px_zero (a);
}
__kernel __requires (grid (1), block (1), threads (128)) void
f (int n)
{
  __group (thread, 32)
    {
      px_acc (float, 64, 8) d;
      px_acc (float, 16, 8) a, b;
      clear (&d);	/* { dg-error {argument 1 of 'clear' must be a view at thread.128., but is one at thread.32. .PX303.} } */
      px_acc (float, 16, 8) *p = n ? &a : &b;	/* { dg-error "PX802" } */
      /* { dg-message "is declared here" "" { target *-*-* } 0 } */
      zero (p);	/* { dg-error "PX802" } */
    }
}
