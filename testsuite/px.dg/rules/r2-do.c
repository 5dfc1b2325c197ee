/* SPDX-License-Identifier: MIT */
/* Accesses in loops that test at their end, which the first turn does not make, or not as the later ones do.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };

#define LOOP(name, BODY, TEST) \
  __kernel __requires (threads (T), smem (4 * T)) void \
  name (const int *in, int *out, int n) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + b * T) \
      { \
	__shared int x[T]; \
	int t = px_id (thread); \
	int sum __perspective (thread) = 0; \
	int i = 0; \
	do \
	  { \
	    __each (thread, int *p = x + t) \
	      *p = in[i * T + t]; \
	    BODY; \
	    i++; \
	  } \
	while (TEST); \
	__each (thread, int *p = o + t) \
	  *p = sum; \
      } \
  }

LOOP (inside, sum += x[T - 1 - t], in[i])
LOOP (left_before, if (in[i] > n) break; sum += x[t + 1], in[i])
LOOP (under_a_condition, if (in[i]) sum += x[t + 1], in[i])
LOOP (while_around, while (in[i]) { sum += x[t + 1]; i++; }, in[i])
LOOP (by_turn, sum += x[(t + i) % T], in[i])
LOOP (continued, if (in[i] < 0) { i += 2; continue; } sum += x[t + 1], in[i])
