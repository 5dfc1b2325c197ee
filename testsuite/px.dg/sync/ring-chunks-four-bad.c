/* SPDX-License-Identifier: MIT */
/* Four slots wrap around where unsigned numbers do; the ends of chunks do not.  */
/* { dg-do compile } */
#define SLOTS 4
#include "aux/ring.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CHUNKS(type, size, at) \
  type e = n; \
  for (type c = 0; c < e; c += size) for (type j = c; j < MIN (c + size, e); j++) at (j);
#define FILL_1(i) FILL ((i) % S, i)
#define USE_1(i) USE ((i) % S)
KERNEL (twice, CHUNKS (unsigned, 8, FILL_1), CHUNKS (unsigned, 8, USE_1))
KERNEL (more, CHUNKS (unsigned, 9, FILL_1), CHUNKS (unsigned, 9, USE_1)) /* { dg-error "PX707" } */
KERNEL (of_64_bits, CHUNKS (size_t, 1024, FILL_1), CHUNKS (size_t, 1024, USE_1))
KERNEL (more_of_64_bits, CHUNKS (size_t, 1025, FILL_1), CHUNKS (size_t, 1025, USE_1)) /* { dg-error "PX707" } */
/* What is added to a number that is not a counter, and two numbers of which one is none.  */
#define TO(end, at) \
  unsigned e = n, f = tiles; \
  for (unsigned c = 0; c < e; c += 4) for (unsigned j = c; j < end; j++) at (j);
KERNEL (beyond, TO (MIN (c + 4, f + 1), FILL_1), TO (MIN (c + 4, f + 1), USE_1)) /* { dg-error "PX707" } */
KERNEL (sum, TO (MIN (c + f, e), FILL_1), TO (MIN (c + f, e), USE_1)) /* { dg-error "PX707" } */
/* 64 bits that are 32 on the way.  */
#define NARROW(at) \
  for (size_t c = 0; c < (size_t) n; c += 64) for (int j = 0; j < 64; j++) at ((unsigned) c + j);
KERNEL (narrow, NARROW (FILL_1), NARROW (USE_1))
