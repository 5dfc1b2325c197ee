/* SPDX-License-Identifier: MIT */
/* A ring by a pointer to its slots, by another slot than the next one, or by numbers that lead beyond the slot.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define FILL_AT(p, slot, i) \
  __partition (thread, 1, int *w = p[slot] + t) \
    __group (thread, 1) *w = in[(i) * P + t]
#define USE_AT(p, slot, k) __group (thread, 1) sum = sum * 3 + p[slot][k]

KERNEL (next, int (*s1)[P] = x; EACH FILL_AT (s1, i % S, i);, EACH USE ((i + 1) % S);) /* { dg-error "PX707" } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (after, EACH FILL (i % S, i);, int (*s1)[P] = x; EACH USE_AT (s1, (i + 1) % S, t);) /* { dg-error "PX707" } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (second, int (*s1)[P] = x + 1; EACH FILL_AT (s1, i % S, i);, EACH USE (i % S);) /* { dg-error "PX707" } */
KERNEL (left, EACH FILL (i % S, i);, int (*s1)[P] = x; EACH USE_AT (s1, i % S, t + P);) /* { dg-error "PX402" } */
/* { dg-message {an access stays in the slot that it names} "" { target *-*-* } .-1 } */
KERNEL (below, EACH FILL (i % S, i);, int (*s1)[P] = x; EACH USE_AT (s1, i % S, t - 1);) /* { dg-error "PX402" } */
/* { dg-message {an access stays in the slot that it names} "" { target *-*-* } .-1 } */
KERNEL (whole, EACH FILL (i % S, i);, EACH { int *all = (int *) x; __group (thread, 1) sum = sum * 3 + all[i * t]; }) /* { dg-error "PX707" } */
