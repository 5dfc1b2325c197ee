/* SPDX-License-Identifier: MIT */
/* Chunks that leave numbers out or take some twice: their ends are not those of the outer loop's turns, or not the lesser
   of these and of the end of all.  */
/* { dg-do compile } */
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHUNKS(size) for (int c = 0; c < n; c += size)
KERNEL (more, CHUNKS (4) for (int j = c; j < MIN (c + 5, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 5, n); j++) USE (j % S);)
KERNEL (less, CHUNKS (4) for (int j = c; j < MIN (c + 3, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 3, n); j++) USE (j % S);)
KERNEL (later, CHUNKS (4) for (int j = c + 1; j < MIN (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c + 1; j < MIN (c + 4, n); j++) USE (j % S);)
KERNEL (greater, CHUNKS (4) for (int j = c; j < MAX (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MAX (c + 4, n); j++) USE (j % S);)
KERNEL (either, CHUNKS (4) for (int j = c; j < c + 4 || j < n; j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < c + 4 || j < n; j++) USE (j % S);)
KERNEL (other_end, CHUNKS (4) for (int j = c; j < MIN (c + 4, tiles); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, tiles); j++) USE (j % S);)
KERNEL (end_too, CHUNKS (4) for (int j = c; j <= MIN (c + 4, n); j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j <= MIN (c + 4, n); j++) USE (j % S);)
KERNEL (by_two, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j += 2) FILL (j % S, j);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j += 2) USE (j % S);)
KERNEL (left, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) { if (j == tiles) break; FILL (j % S, j); }, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) { if (j == tiles) break; USE (j % S); })
/* Behind the loop it is not number n, if that is negative.  */
KERNEL (behind, CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) FILL (j % S, j); FILL (n % S, n);, /* { dg-error "PX707" } */
	CHUNKS (4) for (int j = c; j < MIN (c + 4, n); j++) USE (j % S); USE (n % S);)
/* Unsigned numbers may wrap around.  */
KERNEL (wraps, for (unsigned c = 0; c < (unsigned) n; c += 4) for (unsigned j = c; j < c + 4 && j < (unsigned) n; j++) FILL (j % S, j);, /* { dg-error "PX707" } */
	for (unsigned c = 0; c < (unsigned) n; c += 4) for (unsigned j = c; j < c + 4 && j < (unsigned) n; j++) USE (j % S);)
/* An inner loop that is never entered does not end with its limit.  */
#define NEVER(at) CHUNKS (4) { for (int j = c; j < c - 2; j++) at (j); for (int j = c - 2; j < c + 4; j++) at (j); }
#define FILLS(i) FILL ((i + S) % S, i + S)
#define USES(i) USE ((i + S) % S)
KERNEL (never, NEVER (FILLS), NEVER (USES)) /* { dg-error "PX707" } */
