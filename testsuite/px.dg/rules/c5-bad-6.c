/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device
__requires (thread (32)) int f (int n)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  if (t == 1)	/* { dg-error {an early return that lives at thread.1. leaves only some units of thread.32. in the function .PX105.} } */
    return 1;
  else
    return n;
}

/* What to write instead.  */
/* { dg-message {instead of returning, let the opposite condition hold what each } "" { target *-*-* } 9 } */
