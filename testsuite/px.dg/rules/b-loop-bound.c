/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p)	/* { dg-message "the code perspective was set here" } */
{
  int x __perspective (thread, 1) = 0;
  for (int i = 0; i < p[px_id (thread)]; i++)	/* { dg-error "PX103" } */
    x++;
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 9 } */
