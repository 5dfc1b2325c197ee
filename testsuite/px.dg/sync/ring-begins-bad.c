/* SPDX-License-Identifier: MIT */
/* Counters that may begin below 0: that a limit is more than the counter says nothing of what the counter begins with, of
   which that is a part.  Neighbours that begin with what is never negative.  */
/* { dg-do compile } */
#define SLOTS 2
#include "aux/ring.h"

#define FROM(start, at) for (int i = start; i < n; i++) at;
#define BOTH(name, start) KERNEL (name, FROM (start, FILL (i % S, i)), FROM (start, USE (i % S)))
BOTH (twice, 2 * n) /* { dg-error {ring .x.: the slot is not [^\n]*PX707} } */
BOTH (quotient, n / 2 * 4) /* { dg-error {ring .x.: the slot is not [^\n]*PX707} } */
BOTH (masked, 2 * (n & 3))
BOTH (no_sign, (int) (sizeof (int) * 2))
