/* SPDX-License-Identifier: MIT */
/* A slot that is named anew in each turn of a loop is another number each time: one constant slot of several is none.
   A loop that reads the one slot takes a number each turn.  Of one number no copy brings the same bytes again.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "aux/ring-bulk.h"

KERNEL (anew, EACH FILL (0, i);, EACH USE (0);) /* { dg-error {the slot is the same each time around this loop \[PX707} } */
KERNEL (two_loops, EACH FILL (0, i); EACH FILL (1, i);, EACH USE (0); EACH USE (1);) /* { dg-error {the slot is the same each time around this loop \[PX707} } */
BULK (copied_anew, 3, EACH __async (int *v = x[0]) px_bulk_load (v, in + i * P, 4 * P);, EACH USE (0);) /* { dg-error {the slot is the same each time around this loop \[PX707} } */
BULK (same_bytes, 3, __async (int *v = x[0]) EACH px_bulk_load (v, in + i * P, 4 * P);, USE (0);) /* { dg-error {a fill accesses again what a bulk load of it brings \[PX707} } */
BULK (one_slot, 1, EACH __async (int *v = x[0]) for (int k = 0; k < 2; k++) px_bulk_load (v + k * P / 2, in + i * P, 2 * P);, EACH for (int k = 0; k < 2; k++) sum += x[0][t];) /* { dg-error {ring 'x' is filled n times, but drained 2 \* n times \[PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
