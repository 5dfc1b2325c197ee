/* SPDX-License-Identifier: MIT */
/* Slots of numbers that wrap around, or go below zero, where three slots do not.  */
/* { dg-do compile } */
#include "aux/ring.h"

/* -1 is 2^32 - 1 to an unsigned type, and that in 64 bits, plus one, is not 0.  */
KERNEL (below, int k = -1; EACH { FILL (((unsigned long) (unsigned) k + 1) % S, i); k++; }, EACH USE (i % S);)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (by_one, EACH FILL (i % S, i);, int k = 0; EACH { USE (((unsigned) (k - 1) + 1ul) % S); k++; })	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (each_tile, int k = 2; for (int j = 0; j < tiles; j++) EACH { FILL (k % S, i); k++; },	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
	int k = -1; for (int j = 0; j < tiles; j++) EACH { USE ((unsigned long) k % S); k++; })
/* The slots are 0, -2, -1 and 0.  */
KERNEL (down, EACH FILL (i % S, i);, int k = 0; EACH { USE (k % S); k -= 2; })	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
/* A step of 2^30 wraps around after four turns.  */
KERNEL (far, unsigned k = 0; EACH { FILL (k % S, i); k += 1073741824u; }, EACH USE (i % S);)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (times, EACH FILL (1073741824u * i % S, i);, EACH USE (i % S);)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
KERNEL (grows, unsigned k = 0; EACH { FILL (k % S, i); k = 4 * k + 1; }, EACH USE (i % S);)	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
/* The remainder of what a signed type of 8 bits holds is negative behind 127.  */
#undef S
#define S 4
KERNEL (narrow, EACH FILL (i % S, i);, signed char c = 0; EACH { USE (c % S); c++; })	/* { dg-error {the slot is not \(i \+ c\) % slots[^\n]*PX707} } */
