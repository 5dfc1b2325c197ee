/* SPDX-License-Identifier: MIT */
/* Uses of each turn of which one is under a condition that the other is not under.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (fill, EACH if (in[i] & 1) FILL (i % S, i);, EACH USE (i % S);)	/* { dg-error {only one of two uses is under a condition[^\n]*PX707} } */
	/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
KERNEL (drain, EACH FILL (i % S, i);, EACH if (in[i] & 1) USE (i % S);)	/* { dg-error {only one of two uses is under a condition[^\n]*PX707} } */
	/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
KERNEL (opposite, EACH if (in[i] & 1) FILL (i % S, i);, EACH if (!(in[i] & 1)) USE (i % S);)	/* { dg-error {only one of two uses is under a condition[^\n]*PX707} } */
	/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
KERNEL (of_turn, EACH if (i & 1) FILL (i % S, i);, EACH USE (i % S);)	/* { dg-error {only one of two uses is under a condition[^\n]*PX707} } */
	/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
KERNEL (of_launch, EACH if (n > 3) FILL (i % S, i);, EACH USE (i % S);)	/* { dg-error {only one of two uses is under a condition[^\n]*PX707} } */
	/* { dg-message "the other use is here" "" { target *-*-* } .-1 } */
/* The same condition, or either arm.  */
KERNEL (same, EACH if (in[i] & 1) FILL (i % S, i);, EACH if (in[i] & 1) USE (i % S);)
KERNEL (either, EACH if (i & 1) FILL (i % S, i); else FILL (i % S, i + 1);, EACH USE (i % S);)
