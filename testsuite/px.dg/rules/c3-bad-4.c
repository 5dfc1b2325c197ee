/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The left side of && and of ?:, where the other side calls. */
#include <px.h>

__device __requires (thread (32)) int g (void) __perspective (thread, 32);
__device __requires (thread (32)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = t && g ();	/* { dg-error "PX103" } */
  x = t ? g () : 0;	/* { dg-error "PX103" } */
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
