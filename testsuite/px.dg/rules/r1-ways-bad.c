/* SPDX-License-Identifier: MIT */
/* Two units meet, each time on a way of its own: r1-ways.c.  What is not decided is not its
   matter.  No columns: one may be the number of a line with a test.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fno-show-column" } */
#include <px.h>

#define OWN(P) \
  __partition (block, 1, int *mine = out + px_id (block) * 1024) \
    __group (block, 1) \
      __partition (thread, 1, int *q = mine + (P)) \
	__group (thread, 1)
#define T int t __perspective (thread, 1) = px_id (thread) % 64;
#define KERNEL(name) __kernel __requires (grid (1), block (1), threads (64)) void name (int *out, int n)

KERNEL (either)
{ T OWN (t / 2) if (t < 10 || t > 50) *q = t; }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (cases)
{ T OWN (t) switch (t % 4) { case 1: case 2: q[1] = 1; break; case 3: q[0] = 2; break; default: ; } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (ranges)
{ T OWN (t / 8) switch (t) { case 3 ... 9: *q = 1; break; case 40: *q = 4; default: ; } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (falls)
{ T OWN (t) switch (t & 3) { case 0: q[0] = 1; break; case 1: q[1] = 2; /* falls */ default: q[0] = 3; } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (rest)
{ T OWN (t / 2) switch (t) { case 0: case 1: case 2: break; default: *q = 1; } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (jumps)
{ T OWN (t) { if (t < 4) goto a; if (t > 20) goto b; q[1] = 1; a: q[0] = 2; b: ; } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (at_end)
{ T OWN (t) { int i = 0; do q[i] = t; while ((i += 32) < 64); } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (down)
{ T OWN (t + 99) { int i = 96; do { q[i] = t; i -= 32; } while (i >= 64); } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (doubles)
{ T OWN (t) { int d = 1; do { q[d] = t; d *= 2; } while (d < 16); } }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (ways_in_a_loop)
{ T OWN (t) for (int i = 0; i < 4; i++) if (i == 1 || i == 2) q[i] = 1; }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
KERNEL (far)
{ T OWN (16 * t)  for (int i = 0; i < n; i++) q[i] = t; }	/* { dg-warning "PX403" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
/* { dg-message "if no launch is like this" "" { target *-*-* } .-3 } */
KERNEL (absolute)
{ T OWN (__builtin_abs (t - 20)) *q = t; }	/* { dg-error "PX401" } */
/* { dg-message "a write by one is here" "" { target *-*-* } .-1 } */
/* { dg-message "a write by the other is here" "" { target *-*-* } .-2 } */
