/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Counters that go on past a bound to which they are compared for equality: another exit ends the loop,
   the type wraps around, the step jumps over the bound.  */
#include <px.h>

#define KERNEL(name, type, ...)					\
__kernel __requires (threads (64)) void				\
name (int *out, type s, int n)					\
{								\
  int t = px_id (thread);					\
  __each (thread, int *o = out + t * n)				\
    __VA_ARGS__							\
}

KERNEL (up, int, for (int i = s; i != n; i++) { if (i == 5) break; if (i >= 0) o[i] = 1; })	/* { dg-warning {may give byte [0-9]+ of 'out' to two units[^\n]*PX403} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (down, int, for (int i = s; i != -1; i--) { if (i == 5) break; if (i >= 0) o[i] = 1; })	/* { dg-warning {may give byte [0-9]+ of 'out' to two units[^\n]*PX403} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (behind, int, { int i = s; do { if (i >= 0) o[i] = 1; if (i == 7) break; } while (++i != n); })	/* { dg-warning {it is not decided whether two units[^\n]*PX404} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (old, int, { int i = s; do { if (i > 0) o[i - 1] = 1; if (i == 7) break; } while (i++ != n); })	/* { dg-warning {it is not decided whether two units[^\n]*PX404} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (pointer, int, for (int *p = o + s, *end = o + n; p != end; p++) { if (p == o + 5) break; if (p >= o) *p = 1; })	/* { dg-warning {may give byte [0-9]+ of 'out' to two units[^\n]*PX403} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (jumps, int, for (int i = s; i != n; i += 2) { if (i >= 0) o[i] = 1; })	/* { dg-warning {may give byte [0-9]+ of 'out' to two units[^\n]*PX403} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (wraps, unsigned, for (unsigned i = s; i != n; i++) if (i < 1000) o[i] = 1;)	/* { dg-warning {may give byte [0-9]+ of 'out' to two units[^\n]*PX403} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
KERNEL (narrow, signed char, for (signed char i = s; i != n; i++) if (i >= 0) o[i] = 1;)	/* { dg-warning {it is not decided whether two units[^\n]*PX404} } */
/* { dg-message {by one is here|by the other is here|depends on the values of|if no launch is like this|state what} "" { target *-*-* } .-1 } */
