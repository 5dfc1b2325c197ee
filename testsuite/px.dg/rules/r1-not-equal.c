/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A signed counter that goes by one until it is equal to a bound, and nothing else ends the loop, stays on
   this side of it: from a start beyond, it would overflow.  */
#include <px.h>

#define KERNEL(name, ...)					\
__kernel __requires (threads (64)) void				\
name (int *out, int s, int n)					\
{								\
  int t = px_id (thread);					\
  __each (thread, int *o = out + t * n)				\
    __VA_ARGS__							\
}

KERNEL (up, for (int i = s; i != n; i++) if (i >= 0) o[i] = 1;)
KERNEL (down, for (int i = n; i != s; i--) if (i > 0) o[i - 1] = 1;)
KERNEL (behind, { int i = s; do { if (i >= 0) o[i] = 1; } while (++i != n); })
KERNEL (pointer, for (int *p = o + s, *end = o + n; p != end; p++) if (p >= o) *p = 1;)
KERNEL (trap, for (int i = s; i != n; i++) { if (i >= 0) o[i] = 1; if (i == 3) px_trap (); })
/* An exit more leaves values out, where the start is known not to be past the bound.  */
KERNEL (left, for (int i = 0; i != 4; i++) { if (i == s) break; if (n == 4) o[i] = 1; })
