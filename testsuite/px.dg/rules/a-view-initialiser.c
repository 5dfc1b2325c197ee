/* SPDX-License-Identifier: MIT */
/* Constructs in what a view begins with.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p, int n)	/* { dg-message "'n' is declared here" } */
{
  int m __perspective (thread, 1) = 0;
  __partition (thread, 1, int *w = ({ __group (thread, 1) m++; p + px_id (thread); }))
    *w = m;
  __partition (thread, 1, int *w = ({ __group (thread, 1) n++; p + px_id (thread); }))	/* { dg-error "code at thread.1. cannot store to 'n', which lives at grid.1. .PX201." } */
    /* { dg-message "the code perspective was set here" "" { target *-*-* } .-1 } */
    *w = m;
}
