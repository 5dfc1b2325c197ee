/* SPDX-License-Identifier: MIT */
/* Branches that do not take turns with the numbers of a ring: each number must be drained by one of them.  */
/* { dg-do compile } */
#include "aux/ring-parts.h"

#define BOTH EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < n; j++, i++) FILL (i % S, i); }
#define TURN for (int j = 0; j < n; j++, i++) USE (i % S)

/* Two take the first part, none the second.  */
KERNEL (both_first, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = 0; EACH { TURN; i += n; }) /* { dg-error "PX707" } */
/* One number is left out.  */
KERNEL (one_more, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = n; EACH { TURN; i += n + 1; }) /* { dg-error "PX707" } */
KERNEL (later, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = n + 1; EACH { TURN; i += n; }) /* { dg-error "PX707" } */
KERNEL (one_all, int i = 0; BOTH, int i = 0; EACH { TURN; TURN; }, int i = n; EACH { TURN; i += n; }) /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
KERNEL (fewer_turns, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = n; for (int q = 0; q < turns - 1; q++) { TURN; i += n; }) /* { dg-error "PX707" } */
KERNEL (fewer, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = n; EACH { for (int j = 0; j < n - 1; j++, i++) USE (i % S); i += n + 1; }) /* { dg-error "PX707" } */
KERNEL (other_skip, int i = 0; BOTH, int i = 0; EACH { TURN; i += m; }, int i = n; EACH { TURN; i += n; }) /* { dg-error "PX707" } */
KERNEL (at_times, int i = 0; BOTH, int i = 0; EACH { TURN; i += n; }, int i = n; EACH { if (q > 2) TURN; else i += n; i += n; }) /* { dg-error "PX707" } */
/* Where n is negative and m is not, what the first leaves out is less than what is filled.  */
KERNEL (limits, int i = 0; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < m; j++, i++) FILL (i % S, i); }, /* { dg-error "PX707" } */
	int i = 0; EACH { TURN; i += m; }, int i = n; EACH { for (int j = 0; j < m; j++, i++) USE (i % S); i += n; })
KERNEL (two_always, int i = 0; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < 2; j++, i++) FILL (i % S, i); }, /* { dg-error "PX707" } */
	int i = 0; EACH { TURN; i += 2; }, int i = n; EACH { for (int j = 0; j < 2; j++, i++) USE (i % S); i += n; })
/* Both parts are of the same slots: which one is meant?  */
KERNEL (same_slots, int i = 0; EACH { for (int j = 0; j < S; j++, i++) FILL (i % S, i); for (int j = 0; j < S; j++, i++) FILL (i % S, i); }, /* { dg-error "PX708" } */
/* { dg-message "drained here" "" { target *-*-* } .-1 } */
	int i = 0; EACH { for (int j = 0; j < S; j++, i++) USE (i % S); i += S; }, int i = S; EACH { for (int j = 0; j < S; j++, i++) USE (i % S); i += S; })
/* Three slots, and a counter that begins anew after 2^32.  */
KERNEL (wraps, int i = 0; BOTH, unsigned i = 0; EACH { TURN; i += n; }, int i = n; EACH { TURN; i += n; }) /* { dg-error "PX707" } */
KERNEL (narrow, int i = 0; BOTH, short i = 0; EACH { TURN; i += n; }, int i = n; EACH { TURN; i += n; }) /* { dg-error "PX707" } */
