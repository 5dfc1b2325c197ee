/* SPDX-License-Identifier: MIT */
/* Loops that are left before and behind a use, not by the same conditions on both sides: where the last turn is left
   decides whether it uses the ring.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (between,	/* { dg-error {filled \(the last turn reaches it'2 \(line 7\) \? 1 : 0\) \+ turns of the loop \(line 7\) times, but drained [^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; ; i++) { if (i * i > n) break; FILL (i % S, i); if (i * 3 > tiles) break; },
	for (int i = 0; ; i++) { if (i * 3 > tiles) break; USE (i % S); if (i * i > n) break; })
KERNEL (limited,	/* { dg-error {PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; i < n; i++) { FILL (i % S, i); if (i * 3 > tiles) break; },
	for (int i = 0; !(i * 3 > tiles); i++) { USE (i % S); if (i >= n) break; })
KERNEL (three,	/* { dg-error {PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; i < n; i++) { if (i * 3 > tiles) break; FILL (i % S, i); if (i * i > each) break; },
	for (int i = 0; i < n; i++) { USE (i % S); if (i * 3 > tiles) break; if (i * i > each) break; })
KERNEL (before,	/* { dg-error {filled n \+ 1 times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; ; i++) { FILL (i % S, i); if (i >= n) break; }, EACH USE (i % S);)
KERNEL (other,	/* { dg-error {filled once in each of the turns of the loop \(line 22\), but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; i < n; i++) { if (in[i] < 0) break; FILL (i % S, i); }, EACH USE (i % S);)

void
nothing (void)
{
  start ();
  check (NULL, 0);
}
