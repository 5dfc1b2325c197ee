/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 11 in C: a flag of each thread decides for the block. */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (32)) void
f (void)
{
  int flag __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = 0;
  __group (block, 1)	/* { dg-message "the code perspective was set here" } */
    if (flag)	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1.[^\n]*PX103} } */
      x = 1;
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 12 } */
