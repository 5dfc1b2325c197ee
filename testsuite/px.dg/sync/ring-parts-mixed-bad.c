/* SPDX-License-Identifier: MIT */
/* As ring-parts-bad.c, with slots that wrap around where unsigned numbers do.  Where n is negative, the first part is
   empty and the second one is not, and what leaves out n numbers steps back.  */
/* { dg-do compile } */
#define SLOTS 4
#include "aux/ring-parts.h"

KERNEL (skips, int i = 0; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < 2; j++, i++) FILL (i % S, i); }, /* { dg-error "PX707" } */
	unsigned i = 0; EACH { for (int j = 0; j < n; j++, i++) USE (i % S); i += 2; },
	unsigned char i = n; EACH { for (int j = 0; j < 2; j++, i++) USE (i % S); i += n; })
/* Nor can the other one be where n is not negative, as m may be.  */
KERNEL (other, int i = 0; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < m; j++, i++) FILL (i % S, i); }, /* { dg-error "PX707" } */
	unsigned i = 0; EACH { for (int j = 0; j < n; j++, i++) USE (i % S); i += m; },
	unsigned i = n; EACH { for (int j = 0; j < m; j++, i++) USE (i % S); i += n; })
KERNEL (right, int i = 0; EACH { for (int j = 0; j < n; j++, i++) FILL (i % S, i); for (int j = 0; j < n; j++, i++) FILL (i % S, i); },
	unsigned i = 0; EACH { for (int j = 0; j < n; j++, i++) USE (i % S); i += n; },
	unsigned char i = n; EACH { for (int j = 0; j < n; j++, i++) USE (i % S); i += n; })
/* Loops that turn once whatever n is.  */
KERNEL (at_least_once, unsigned i = 0; EACH { int j = 0; do { FILL (i % S, i); i++; j++; } while (j < n); j = 0; do { FILL (i % S, i); i++; j++; } while (j < n); }, /* { dg-error "PX707" } */
	unsigned i = 0; EACH { int j = 0; do { USE (i % S); i++; j++; } while (j < n); i += n; },
	unsigned i = n; EACH { int j = 0; do { USE (i % S); i++; j++; } while (j < n); i += n; })
