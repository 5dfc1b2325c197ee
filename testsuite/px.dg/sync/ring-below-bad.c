/* SPDX-License-Identifier: MIT */
/* Conditions on a counter that are not the same in both branches: another value, one turn more, the opposite, another
   counter, another loop.  */
/* { dg-do compile } */
#include "aux/ring.h"
#define NEXT s = s == S - 1 ? 0 : s + 1

KERNEL (value, for (int i = 0; i < 10; i++) if (i < each) { FILL (s, i); NEXT; }, for (int i = 0; i < 10; i++) if (i < tiles) { USE (s); NEXT; }) /* { dg-error {filled 10 times if a counter .line 8. < each, but drained 10 times if a counter .line 8. < tiles \[PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (one_more, for (int i = 0; i < 10; i++) if (i < each) { FILL (s, i); NEXT; }, for (int i = 0; i < 10; i++) if (i <= each) { USE (s); NEXT; }) /* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (opposite, for (int i = 0; i < 10; i++) if (i < each) { FILL (s, i); NEXT; }, for (int i = 0; i < 10; i++) if (i >= each) { USE (s); NEXT; }) /* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (begins, for (int i = 0; i < 10; i++) if (i < each) { FILL (s, i); NEXT; }, for (int i = 1; i < 11; i++) if (i < each) { USE (s); NEXT; }) /* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (limit, for (int i = 0; i < tiles; i++) if (i < each) { FILL (s, i); NEXT; }, EACH if (i < each) { USE (s); NEXT; }) /* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (unsigned_one, for (int i = 0; i < 10; i++) if (i < each) { FILL (s, i); NEXT; }, for (int i = 0; i < 10; i++) if ((unsigned) i < (unsigned) each) { USE (s); NEXT; }) /* { dg-error {PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
/* The number of the slot is that of the turn.  */
KERNEL (of_turns, for (int i = 0; i < 10; i++) if (i < each) FILL (i % S, i);, for (int i = 0; i < 10; i++) if (i < tiles) USE (i % S);) /* { dg-error {only one of two uses is under a condition, or they are under different ones \[PX707} } */
/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
