/* SPDX-License-Identifier: MIT */
/* A loop that accesses something before it is left does so once more than it uses the ring,
   which was waited for once too often.  */
/* { dg-do compile } */
#include "aux/ring.h"

KERNEL (middle,	/* { dg-error {ring 'x': it stands behind the place where the loop is left[^\n]*PX707} } */
	for (int i = 0, m = 0; ; i++) { m += in[i]; if (i >= n) break; FILL (i % S, i + m); },
	for (int i = 0; ; i++) { sum += in[i]; if (i >= n) break; USE (i % S); })
KERNEL (condition,	/* { dg-error {ring 'x': it stands behind the place where the loop is left[^\n]*PX707} } */
	for (int i = 0; i < in[1]; i++) FILL (i % S, i);,
	for (int i = 0; i < in[1]; i++) USE (i % S);)
KERNEL (one, EACH FILL (i % S, i);,	/* { dg-error {ring 'x': it stands behind the place where the loop is left[^\n]*PX707} } */
	for (int i = 0; ; i++) { sum += in[i]; if (i >= n) break; USE (i % S); })

void
nothing (void)
{
  start ();
  check (NULL, 0);
}
