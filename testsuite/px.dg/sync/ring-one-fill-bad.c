/* SPDX-License-Identifier: MIT */
/* What a bulk load brings to a slot, its fill does not write again: it could wait for nothing but the slot's barrier.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "aux/ring-one-turn.h"

#define KERNEL(name, ...) TURNS (name, sum = sum * 3 + x[i % S][t];, __VA_ARGS__)
#define BULK(first, n, row) __async (int *w = x[i % S]) px_bulk_load (w + (first), in + (row) * P, 4 * (n));
#define STORE(at, v) __each (thread, int *w = x[i % S] + (at)) *w = (v);

KERNEL (twice, BULK (0, P, i) BULK (16, 16, i + 1)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (stored, BULK (0, P, i) STORE (t, i)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
/* { dg-message {the other use is here} "" { target *-*-* } .-1 } */
KERNEL (again, for (int j = 0; j < 3; j++) BULK (8 * j, 16, i + j)) /* { dg-error {a fill accesses again what a bulk load of it brings .PX707.} } */
KERNEL (before, STORE (t, i) BULK (16, 16, i))
