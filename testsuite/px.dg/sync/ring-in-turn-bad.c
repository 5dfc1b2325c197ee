/* SPDX-License-Identifier: MIT */
/* Uses that do not take a ring's slots in turn are told: one is left out, or taken twice, a counter
   starts anew at another slot than the next, goes on where nothing is used, or is no slot.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (left_out, for (int i = 0; i < n; i++) { FILL (2 * i % S, i); FILL ((2 * i + 2) % S, i); }, EACH { USE (i % S); USE ((i + 1) % S); })	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (twice, for (int i = 0; i < n; i += 2) { FILL (i % S, i); FILL (i % S, i); FILL ((i + 1) % S, i); FILL (i % S, i); }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (by_three, for (int i = 0; i < n; i += 3) { FILL (i % S, i); FILL ((i + 1) % S, i); }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (anew, for (int c = 0; c < tiles; c++) { FILL (0, c); FILL (1, c); for (int i = 2; i < 5; i++) FILL (i % S, c); }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is the same each time[^\n]*PX707} } */
KERNEL (unknown, int k = 0; EACH { if (in[i]) FILL (k % S, i); if (in[i] > 1) k++; }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (other_arm, for (int i = 0; i < n; i++) if (in[i]) { FILL (2 * i % S, i); FILL ((2 * i + 1) % S, i); } else { FILL ((2 * i + 1) % S, i); FILL ((2 * i + 2) % S, i); }, EACH { USE (2 * i % S); USE ((2 * i + 1) % S); })	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (no_slot, EACH { FILL (2 * i, i); FILL (2 * i + 1, i); }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (negative, for (int i = 0; i < n; i += 2) { FILL ((i - 3) % S, i); FILL ((i - 2) % S, i); }, EACH USE (i % S);)	/* { dg-error {ring 'x': the slot is not[^\n]*PX707} } */
KERNEL (more, for (int i = 0; i < n; i++) { FILL (2 * i % S, i); FILL ((2 * i + 1) % S, i); }, EACH USE (i % S);)	/* { dg-error {ring 'x' is filled 2 . n times, but drained n times[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (from_one, for (int i = 0; i < n; i++) { FILL ((2 * i + 1) % S, i); FILL ((2 * i + 2) % S, i); }, for (int i = 0; i < 2 * n; i++) USE (i % S);)	/* { dg-error {ring 'x': drained from number 0, filled from number 1[^\n]*PX707} } */
/* { dg-message "" "" { target *-*-* } .-1 } */
