/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Loops. */
#include <px.h>

__device __requires (thread (32)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = 0;
  for (int i = 0; i < t; i++)	/* { dg-error "PX103" } */
    x += i;
  while (x > t)	/* { dg-error "PX103" } */
    x--;
  do
    x++;
  while (x < t);	/* { dg-error "PX103" } */
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
