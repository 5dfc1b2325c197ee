/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 11: a barrier under a thread's flag. */
#include <px.h>

__device __requires (block (1), thread (4)) void barrier (void);
__kernel __requires (grid (1), block (1), thread (4)) void
f (void)
{
  int flag __perspective (thread, 1) = px_id (thread);
  __group (block, 1)	/* { dg-message "the code perspective was set here" } */
    if (flag)	/* { dg-error {lives at thread.1., but the code it decides on is at block.1.[^\n]*PX103} } */
      barrier ();
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 12 } */
