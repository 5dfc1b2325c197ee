/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Nor is it an argument, nor the source of a partition. */
#include <px.h>

__device __requires (thread (32)) void g (int *p);
__device __requires (thread (32)) void
f (int *p)
{
  __async (int *d = p)	/* { dg-message "'__async' begins here" } */
    {
      g (d);	/* { dg-error "PX207" } */
      __partition (thread, 1, int *q = d + px_id (thread))	/* { dg-error "PX207" } */
	*q = 1;
    }
}
