/* SPDX-License-Identifier: MIT */
/* What names a slot of a ring stays in it, also in functions and where a number in memory says how far it goes on:
   beside it is another number's, which nothing keeps apart.  */
/* { dg-do compile } */
#include "aux/ring-one-turn.h"

static __device __attribute__ ((noinline)) void
put (int *q __perspective (thread, 1), int v, int off)
{
  q[off] = v;	/* { dg-message {by .put., which it calls} } */
}

#define KERNEL(name, fill, drain) \
  TURNS (name, sum += drain;, __partition (thread, 1, int *w = x[i % S] + t) __group (thread, 1) { fill; })

KERNEL (right, *w = i, x[i % S][P - 1 - t])
KERNEL (called, put (w, i, 0), x[i % S][t])
KERNEL (guarded, *w = i, x[i % S][t < P - 1 ? t + 1 : 0])
KERNEL (behind, w[1] = i, x[i % S][t])		/* { dg-error {outside of .x.: at byte 256 of 256, by thread 63[^\n]*PX402} } */
/* { dg-message {one slot of ring .x.: an access stays in the slot that it names} "" { target *-*-* } .-1 } */
KERNEL (before, w[-P] = i, x[i % S][t])		/* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (by_call, put (w, i, 1), x[i % S][t])	/* { dg-error {outside of .x.: at byte 256 of 256[^\n]*PX402} } */
/* { dg-message {one slot of ring .x.: an access stays in the slot that it names} "" { target *-*-* } .-1 } */
KERNEL (drained, *w = i, x[i % S][t + 1])	/* { dg-error {outside of .x.: at byte 256 of 256[^\n]*PX402} } */
/* { dg-message {one slot of ring .x.: an access stays in the slot that it names} "" { target *-*-* } .-1 } */
