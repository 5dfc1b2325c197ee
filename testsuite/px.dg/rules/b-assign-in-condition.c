/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int n)	/* { dg-message "the code perspective was set here" } */
{
  int x, y __perspective (thread, 1) = px_id (thread);
  if ((x = n) > 3)
    y = x;
  while ((y = n) > x)	/* { dg-error "PX103" } */
    ;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
