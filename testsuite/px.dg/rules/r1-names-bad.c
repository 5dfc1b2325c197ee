/* SPDX-License-Identifier: MIT */
/* Variables with the names that px's own expressions have are the user's, where the byte of
   an overlap is told.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p, int b, int G)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + b + t / 2)	/* { dg-error {byte 4 \* b \+ 0 of 'p'} } */
    *q = 1;						/* { dg-message {is here} } */
  __partition (thread, 1, int *q = p + G + t / 2)	/* { dg-error {byte 4 \* G \+ 0 of 'p'} } */
    *q = 1;						/* { dg-message {is here} } */
}
