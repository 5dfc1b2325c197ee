/* SPDX-License-Identifier: MIT */
/* Inline PTX that goes on with what follows it is told where it stands.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __unsafe asm ("%9");	/* { dg-error {this 'asm' is no PTX} } */
  __partition (thread, 1, int *q = p + t)
    *q += t;
}
