/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A switch. */
#include <px.h>

__device __requires (thread (32)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = 0;
  switch (t)	/* { dg-error "PX103" } */
    {
    case 1:
      x = 1;
      break;
    case 3:
      x = 2;
      break;
    case 7:
      x = 5;
    }
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
