/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p, int n)
{
  __partition (thread, 1, int (*q)[n] = (int (*)[n]) p)	/* { dg-error "PX502" } */
    (*q)[0] = 1;
}
