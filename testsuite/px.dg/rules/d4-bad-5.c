/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Functions of the C library write as stores do; constants are constant. */
#include <px.h>




__constant int table[4] = { 1, 2, 3, 4 };
__device int counter;	/* { dg-message "'counter' is declared here" } */

__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message "'p' is declared here" } */
{
  __builtin_memset (p, 0, 4);	/* { dg-error "PX204" } */
  counter = 1;	/* { dg-error {'counter' lives at grid.1.[^\n]*PX204} } */
  *(int *) &table[1] = 1;	/* { dg-error {cannot store to constant 'table'[^\n]*PX204} } */
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = p \+ \.\.\..' around this gives} "" { target *-*-* } 15 } */
