/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p, int n)	/* { dg-message "the code perspective was set here" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  int x __perspective (thread, 1) = 0;
  for (int i = 0; i < n; i++)
    {
      if (p[t] == i)	/* { dg-error "PX103" } */
	break;
      x += i;
    }
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 12 } */
