/* SPDX-License-Identifier: MIT */
/* Nearly as in ring-ways.c: || for &&, another label, another number of two, a slot that does not start over or is
   none at first; loops that are left by other conditions, or elsewhere in the turn.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define IF(c, use) EACH if (c) { use; s++; }
KERNEL (or_and, IF (in[i] > 50 || i % 2, FILL (s % S, i)), IF (in[i] > 50 && i % 2, USE (s % S))) /* { dg-error {filled n times if \(50 < in\[[^\n]*PX708} } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (other_or, IF (in[i] > 50 || i % 2, FILL (s % S, i)), IF (in[i] > 50 || i % 4, USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (not_or, IF (in[i] > 50 || i % 2, FILL (s % S, i)), IF (!(in[i] > 50 || i % 2), USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (third, IF (in[i] > 50 || i % 2 || n > 5, FILL (s % S, i)), IF (in[i] > 50 || i % 2 || n > 6, USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define SWITCH(labels, use) EACH switch (in[i]) { case labels: { use; s++; break; } default: break; }
KERNEL (label, SWITCH (1: case 3, FILL (s % S, i)), SWITCH (1: case 4, USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (range, SWITCH (1 ... 8, FILL (s % S, i)), SWITCH (1 ... 9, USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define REST(labels, use) EACH switch (in[i]) { case labels: break; default: { use; s++; } }
KERNEL (rest, SWITCH (1 ... 8, FILL (s % S, i)), REST (1 ... 8, USE (s % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define UPTO(c, a, b, use) int most = c ? a : b; for (int i = 0; i < most; i++) use;
KERNEL (arm, UPTO (in[0], n, each, FILL (i % S, i)), UPTO (in[0], each, n, USE (i % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (which, UPTO (in[0], n, each, FILL (i % S, i)), UPTO (in[1], n, each, USE (i % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define STEP(a, use) int k = 0; for (int i = 0; i < n; i++) k += in[i] > 50 ? 1 : a; for (int i = 0; i < k; i++) use;
KERNEL (steps, STEP (2, FILL (i % S, i)), STEP (3, USE (i % S))) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define WRAP(first, wrap, use) s = first; EACH if (in[i] > 0) { use; wrap }
KERNEL (late, WRAP (0, if (s++ == S) s = 0;, FILL (s, i)), IF (in[i] > 0, USE (s % S))) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (early, WRAP (0, if (++s == S - 1) s = 0;, FILL (s, i)), IF (in[i] > 0, USE (s % S))) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (to_one, WRAP (0, if (++s == S) s = 1;, FILL (s, i)), IF (in[i] > 0, USE (s % S))) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (not_first, WRAP (-1, if (++s == S) s = 0;, FILL (s, i)), IF (in[i] > 0, USE (s % S))) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (second, s = -1; EACH { s++; if (s == S) s = 0; if (++s == S) s = 0; FILL (s, i); }, EACH USE (i % S);) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (one_more, EACH { FILL (s, i); s++; if (s >= S) s -= S - 1; }, EACH USE (i % S);) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (below, s = -1; EACH { if ((unsigned) s >= S - 1) s = s + 1 - S; else s++; FILL (s, i); }, EACH USE (i % S);) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (sometimes, EACH { FILL (s, i); if (in[i]) if (++s == S) s = 0; }, EACH USE (i % S);) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (stuck, WRAP (0, if (s == S - 1) break; s = 0;, FILL (s, i)), WRAP (0, if (s == S - 1) break; s = 0;, USE (s))) /* { dg-error {the slot is the same each time[^\n]*PX707} } */
KERNEL (over, EACH { FILL (s % S, i); s++; if (in[i] > 5) if (s >= S) s = 0; }, EACH { USE (s % S); s++; if (in[i] > 5) if (s >= S) s = 0; }) /* { dg-error {the slot is not[^\n]*PX707} } */
KERNEL (swapped, EACH if (in[i] > 60 ? in[1] > 50 : in[2] > 10) { FILL (s % S, i); s++; }, EACH if (in[i] > 60 ? in[2] > 50 : in[1] > 10) { USE (s % S); s++; }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
#define LEAVE(c) if (c) break;
KERNEL (left_late, EACH { LEAVE (in[i] > 50 && n > 3) FILL (i % S, i); }, EACH { USE (i % S); LEAVE (in[i] > 50 && n > 3) }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_or, EACH { LEAVE (in[i] > 50 && n > 3) FILL (i % S, i); }, EACH { LEAVE (in[i] > 50 || n > 3) USE (i % S); }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_other, EACH { LEAVE (in[i] > 50 && n > 3) FILL (i % S, i); }, EACH { LEAVE (in[i] > 50 && n > 4) USE (i % S); }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_three, EACH { LEAVE (in[i] > 50 && n > 3 && in[0]) FILL (i % S, i); }, EACH { LEAVE (in[i] > 50 && n > 3) USE (i % S); }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_order, EACH { LEAVE (in[i] > 50 && n > 3) FILL (i % S, i); LEAVE (in[i + 1] > 50 && n > 3) }, EACH { LEAVE (in[i + 1] > 50 && n > 3) USE (i % S); LEAVE (in[i] > 50 && n > 3) }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_between, EACH { FILL (i % S, i); LEAVE (in[i] > 50 && n > 3) LEAVE (in[i] > 20 && n > 2) }, EACH { LEAVE (in[i] > 50 && n > 3) USE (i % S); LEAVE (in[i] > 20 && n > 2) }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_inside, EACH { if (i > 2) { LEAVE (in[i] > 50 && n > 3) } FILL (i % S, i); }, EACH { LEAVE (in[i] > 50 && n > 3) USE (i % S); }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
KERNEL (left_way, EACH { LEAVE (in[i] > 50 && (n > 3 || in[i + 1])) FILL (i % S, i); }, EACH { LEAVE ((in[i] > 50 && n > 3) || in[i + 1]) USE (i % S); }) /* { dg-error "PX708" } */
/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
