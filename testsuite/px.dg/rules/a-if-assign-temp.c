/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An if that assigns a variable is no expression. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int n)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = 0;
  if (t < n)	/* { dg-error "PX103" } */
    x = 1;
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
