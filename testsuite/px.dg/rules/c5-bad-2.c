/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int
f (int n) __perspective (thread, 32);
__device __requires (thread (32)) int
f (int n)	/* { dg-message "the code perspective was set here" } */
{
  int w __perspective (thread, 4) = px_id (thread, 4);
  if (w == 1)	/* { dg-error {an early return that lives at thread.4. leaves only some units of thread.32.[^\n]*PX105} } */
    return 1;
  return n;
}

/* What to write instead.  */
/* { dg-message {instead of returning, let the opposite condition hold what each } "" { target *-*-* } 11 } */
