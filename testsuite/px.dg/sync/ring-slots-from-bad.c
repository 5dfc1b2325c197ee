/* SPDX-License-Identifier: MIT */
/* The neighbours of ring-slots-from: slots that start over too early or late, elsewhere, or not at the next one, and
   numbers that wrap around on their way to a slot.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define BOTH(name, code) KERNEL (name, code (FILL), code (USED))
#define USED(slot, i) USE (slot)
#define BELOW(use) s = -S; EACH { use (s + S, i); if (++s == 0) s = 1 - S; }
#define BEFORE(use) s = -1; EACH { s++; if (s > S) s -= S; use (s, i); }
#define BEFORE_AGAIN(use) s = -1; EACH { if (++s >= S) s = -1; use (s, i); }
#define EARLY(use) s = -1; EACH { if (++s >= S - 1) s -= S - 1; use (s, i); }
#define DOWN(use) s = S; EACH { use (s - 1, i); if (--s < 0) s = S; }
#define LATER(use) s = 0; EACH { use (s, i); if (++s == S) s = 1; }
#define TWO(use) s = 0; EACH { use (s, i); s += 2; if (s > S) s -= S; }
#define OUTSIDE(use) s = S; EACH { use (s, i); if (++s == 2 * S) s = S; }

BOTH (below, BELOW)	/* { dg-error "PX707" } */
BOTH (before, BEFORE)	/* { dg-error "PX707" } */
BOTH (before_again, BEFORE_AGAIN)	/* { dg-error "PX707" } */
BOTH (early, EARLY)	/* { dg-error "PX707" } */
BOTH (down, DOWN)	/* { dg-error "PX707" } */
BOTH (later, LATER)	/* { dg-error "PX707" } */
BOTH (two, TWO)	/* { dg-error "PX707" } */
BOTH (outside, OUTSIDE)	/* { dg-error "PX707" } */

/* Where the condition does not know the counter.  */
KERNEL (other, s = 0; int k = 0; EACH { FILL (s, i); s++; if (++k == S + 1) s = k = 0; }, EACH USE (i % S);)	/* { dg-error "PX707" } */

/* -1 is 2^32 - 1 to an unsigned type, and that, in 64 bits, plus one, is in another slot than 0.  */
#define WRAPS(use) int k = -1; EACH { use (((unsigned long) (unsigned) k + 1) % S, i); if (++k == 2) k = -1; }
BOTH (wraps, WRAPS)	/* { dg-error "PX707" } */
#define WRAPS_NARROW(use) unsigned char k = 254; EACH { use ((unsigned char) (k + 1) % S, i); k++; if (k == 1) k = 254; }
BOTH (wraps_narrow, WRAPS_NARROW)	/* { dg-error "PX707" } */
