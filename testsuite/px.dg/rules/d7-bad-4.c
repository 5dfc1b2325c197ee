/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The source is out of reach, as with a partition. */
#include <px.h>

__device __requires (thread (32)) int
f (int *p)
{
  int x = 0;
  __async (int *d = p)	/* { dg-message "'__async' begins here" } */
    x = p[1];	/* { dg-error "PX205" } */
  return x;
}
