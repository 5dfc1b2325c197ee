/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  __partition (thread, 1, int *q = p + px_id (thread))
    __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
      if (px_id (thread) == 0)	/* { dg-error "PX304" } */
	*q = 1;
}

/* What to write instead.  */
/* { dg-message {ask before this '__group': 'int i __perspective .thread, 1. = px} "" { target *-*-* } 9 } */
