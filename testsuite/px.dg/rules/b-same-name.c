/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The view's name hides its source's: C's scope has it start at its own initialiser. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  __partition (thread, 1, int *p = p + px_id (thread))	/* { dg-error "PX205" } */
/* { dg-message "'p' is declared here" "" { target *-*-* } .-1 } */
/* { dg-message "'__partition' begins here" "" { target *-*-* } .-2 } */
    *p = 1;
}
