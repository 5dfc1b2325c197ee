/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Not strictly narrower. */
#include <px.h>




__device __requires (thread (32)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  int a = px_id (thread, 32);	/* { dg-error {'px_id' of thread.32. is not narrower than the code, which is at thread.32.[^\n]*PX304} } */
  int b = px_id (block);	/* { dg-error "PX304" } */
  __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
    {
      int c = px_id (thread);	/* { dg-error "PX304" } */
      (void) c;
    }
  (void) a, (void) b;
}

/* What to write instead.  */
/* { dg-message {code at thread.32. is one such unit: its number is 0} "" { target *-*-* } 12 } */
