/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A group of four is not one of eight. */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  int q __perspective (thread, 4) = px_id (thread, 4);
  int x __perspective (thread, 1) = 0;
  __group (thread, 8)	/* { dg-message "the code perspective was set here" } */
    if (q)	/* { dg-error {lives at thread.4., but the code it decides on is at thread.8[^\n]*PX103} } */
      x = 1;
  __group (thread, 4)
    if (q)
      x = 1;
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 4.' each unit decides for itself} "" { target *-*-* } 12 } */
