/* SPDX-License-Identifier: MIT */
/* What ring-facts.c has, without what says that numbers are not negative and do not wrap around.  */
/* { dg-do compile } */
#include "aux/ring-facts.h"

RING (product, __where (m < 1000), for (int k = 0; k < n * m; k++) FILL (k), int k = 0; for (int t = 0; t < m; t++) for (int j = 0; j < n; j++, k++) USE (k)) /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
RING (converted, __where (m < 1000), for (unsigned k = 0; k < (unsigned) n * m; k++) FILL (k), for (int k = 0; k < n * m; k++) USE (k)) /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
RING (shifted, __where (m < 1000), for (int k = 0; k < n << 1; k++) FILL (k), for (int k = 0; k < 2 * n; k++) USE (k)) /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
RING (quotient, , for (int k = 0; k < 4 * n; k++) FILL (k), for (int k = 0; k < 4 * n; k += 8) { USE (k) USE (k + 1) USE (k + 2) USE (k + 3) }) /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
