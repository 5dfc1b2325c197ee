/* SPDX-License-Identifier: MIT */
/* Accesses in loops that test at their end: the first turn makes them, whatever is tested.  */
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

LOOP (counted, sum += x[t + 1], i < n)	/* { dg-error {thread 63[^\n]*PX402} } */
LOOP (loaded, sum += x[t + 1], in[i])	/* { dg-error {thread 63[^\n]*PX402} } */
LOOP (below, sum += x[t - 1], x[0] > i)	/* { dg-error {thread 0[^\n]*PX402} } */
LOOP (then_left, sum += x[t + 2]; if (in[i] > n) break, in[i])	/* { dg-error {thread 62[^\n]*PX402} } */
