/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Within a loop. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p, int n)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  for (int i = 0; i < n; i++)
    if (p[t + i])	/* { dg-error "PX105" } */
      return;
}

/* What to write instead.  */
/* { dg-message {instead of returning, let the opposite condition hold what each } "" { target *-*-* } 11 } */
