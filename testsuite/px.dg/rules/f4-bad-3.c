/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* In an expression, at its place. */
#include <px.h>


__device void
f (int *p)	/* { dg-message "the code perspective was set here" } */
{
  *p = 1 + px_id (thread);	/* { dg-error "PX304" } */
  if (px_id (thread))	/* { dg-error "PX304" } */
    *p = 2;
}

/* What to write instead.  */
/* { dg-message {code at thread.1. is one such unit: its number is 0} "" { target *-*-* } 10 } */
