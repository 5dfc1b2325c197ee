/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>


__device __requires (block (1), thread (32)) void
f (int *p)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  if (t < 3)	/* { dg-error "PX103" } */
    __unsafe p[t] = 2;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 10 } */
