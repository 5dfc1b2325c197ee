/* SPDX-License-Identifier: MIT */
/* Rings that are out of step for some launch, or whose numbers px can not count: both counts, or
   what to write.  */
/* { dg-do compile } */
#include <px.h>

enum { S = 4, P = 64, C = 32 };

#define FILL(slot, i) __partition (thread, 1, int *w = x[slot] + px_id (thread)) *w = in[(i) * P + px_id (thread)]
#define USE(slot) sum += x[slot][px_id (thread)]
#define EACH for (int i = 0; i < n; i++)

#define KERNEL(name, producer, consumer) \
  __kernel __requires (grid (1), block (1), threads (P + C), smem (4 * S * P)) void \
  name (const int *in, int *out, int n, int m) \
  { \
    __group (block, 1) \
      { \
	__shared __slots (S) int x[S][P]; \
	__split (thread) \
	  { \
	    __case (P) { producer } \
	    __case (C) \
	      { \
		int sum __perspective (thread, 1) = 0; \
		consumer \
		__group (thread, 1) \
		  px_atomic_add (out, sum); \
	      } \
	  } \
      } \
  }

/* Two are filled where there is one.  */
KERNEL (unguarded, FILL (0, 0); FILL (1, 1); for (int i = 2; i < n; i++) FILL (i % S, i);,	/* { dg-error {filled max \(n - 2, 0\) \+ 2 times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	EACH USE (i % S);)
/* One is drained where there is none.  */
KERNEL (once, EACH FILL (i % S, i);,	/* { dg-error {filled n times, but drained max \(n - 1, 0\) \+ 1 times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	int i = 0; do USE (i % S); while (++i < n);)
/* Both factors may be negative.  */
KERNEL (flat, for (int i = 0; i < n * m; i++) FILL (i % S, i);,	/* { dg-error {filled \(n \* m\) times, but drained n \* m times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	int s = 0; for (int k = 0; k < n; k++) for (int i = 0; i < m; i++) { USE (s % S); s++; })
KERNEL (two, for (int i = 0; i < n; i += 2) { FILL (i % S, i); FILL ((i + 1) % S, i + 1); },	/* { dg-error {filled 2 \* \(\(n \+ 1\) / 2\) times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	EACH USE (i % S);)
/* Conditions that && and || join, of switches, and those that px does not know.  */
KERNEL (either, if (n > 9 || n % m == 1) EACH FILL (i % S, i);,	/* { dg-error {filled n times if \(9 < n\) \|\| \(\(\(int\) n % m\) == 1\), but drained n times if \(9 < m\) \|\|[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	if (m > 9 || m % n == 2) EACH USE (i % S);)
KERNEL (chosen, switch (m) { case 1: case 7: EACH FILL (i % S, i); },	/* { dg-error {filled n times if \(m == 1\) \|\| \(m == 7\), but drained n times if \(n == 1\) \|\| \(n == 3\)[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	switch (n) { case 1: case 3: EACH USE (i % S); })
KERNEL (left, for (int k = 0; k < m; k++) { if (in[k] == 3) break; if (in[k] == 4) goto on; } EACH FILL (i % S, i); on:;,	/* { dg-error {filled n times if the condition'2 \(line 56\) is true, but drained n times if the condition \(line 56\) is true[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int k = 0; k < m; k++) { if (in[k] == 5) break; if (in[k] == 6) goto off; } EACH USE (i % S); off:;)
