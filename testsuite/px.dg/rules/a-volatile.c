/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (volatile int *p)	/* { dg-message "the code perspective was set here" } */
{
  int x __perspective (thread, 1) = *p;
  volatile int v __perspective (thread, 1) = 3;
  x += v;
  __partition (thread, 1, volatile int *q = p + px_id (thread))
    {
      *q = 1;
      __group (thread, 1)
	while (*q)
	  ;
    }
  while (*p)	/* { dg-error "PX103" } */
    ;
  (void) x;
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 18 } */
