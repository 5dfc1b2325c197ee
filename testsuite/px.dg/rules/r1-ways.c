/* SPDX-License-Identifier: MIT */
/* R1 knows when control comes to an access: by || and &&, by a switch and what falls through, by
   goto, in a loop that tests at its end.  r1-ways-bad.c has the same, each wrong.  */
/* { dg-do compile } */
#include <px.h>

#define OWN(P) \
  __partition (block, 1, int *mine = out + px_id (block) * 1024) \
    __group (block, 1) \
      __partition (thread, 1, int *q = mine + (P)) \
	__group (thread, 1)
#define T int t __perspective (thread, 1) = px_id (thread) % 64;
#define KERNEL(name) __kernel __requires (grid (1), block (1), threads (64)) void name (int *out, int n)

KERNEL (either) { T OWN (t % 32) if (t < 10 || t > 60) *q = t; }
KERNEL (cases) { T OWN (t) switch (t % 4) { case 1: q[1] = 1; break; case 3: q[1] = 2; break; default: ; } }
KERNEL (ranges) { T OWN (t % 8) switch (t) { case 0 ... 3: *q = 1; break; case 44 ... 47: *q = 4; default: ; } }
KERNEL (falls) { T OWN (4 * t) switch (t & 3) { case 0: q[0] = 1; break; case 1: q[1] = 2; /* falls */ default: q[0] = 3; } }
KERNEL (jumps) { T OWN (2 * t) { if (t < 4) goto a; if (t > 20) goto b; q[1] = 1; a: q[0] = 2; b: ; } }
KERNEL (at_end) { T OWN (t) { int i = 0; do q[i] = t; while ((i += 64) < 256); } }
KERNEL (down) { T OWN (t + 256) { int i = 256; do { q[i] = t; i -= 64; } while (i >= 64); } }
KERNEL (doubles) { T OWN (t) { int d = 1; do { q[64 * d] = t; d *= 2; } while (d < 16); } }
KERNEL (ways_in_a_loop) { T OWN (2 * t) for (int i = 1; i < 4; i++) if (i == 1 || t > 99) q[i] = 1; }
KERNEL (far) { T OWN (16 * t) for (int i = 0; i < n && i < 16; i++) q[i] = t; }
KERNEL (absolute) { T OWN (__builtin_abs (t - 70)) *q = t; }
/* The counter has gone on when a loop ends that tests at its end.  */
KERNEL (after) { T OWN (2 * t) { int i = 0; do i++; while (i < 1); q[i] = t; } }
