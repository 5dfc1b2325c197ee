/* SPDX-License-Identifier: MIT */
/* Constructs with a declaration need C99.  */
/* { dg-do compile } */
/* { dg-options "-std=c90" } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-error {'__partition' needs C99 or later, as '-std=gnu11' .PX608.} } */
    __group (thread, 1)
      *q = 1;
}
