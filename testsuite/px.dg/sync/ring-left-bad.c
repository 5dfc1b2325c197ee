/* SPDX-License-Identifier: MIT */
/* A loop that is left before and behind a use, or other than what fills the ring: nobody knows how
   often it is used.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (between,	/* { dg-error {ring 'x': the loop is left before and behind it[^\n]*PX707} } */
	for (int i = 0, m = 0; ; i++) { m += in[i]; if (i >= n) break; FILL (i % S, i); m += in[i]; if (m < 0) break; },
	for (int i = 0, m = 0; ; i++) { m += in[i]; if (i >= n) break; USE (i % S); m += in[i]; if (m < 0) break; })
KERNEL (before,	/* { dg-error {filled n \+ 1 times, but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; ; i++) { FILL (i % S, i); if (i >= n) break; }, EACH USE (i % S);)
KERNEL (other,	/* { dg-error {filled once in each of the turns of the loop \(line 13\), but drained n times[^\n]*PX708} } */
	/* { dg-message "it is drained here" "" { target *-*-* } .-1 } */
	for (int i = 0; i < n; i++) { if (in[i] < 0) break; FILL (i % S, i); }, EACH USE (i % S);)

void
nothing (void)
{
  start ();
  check (NULL, 0);
}
