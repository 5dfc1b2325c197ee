/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* ?: of structures: the condition counts as an operand; calls are no expressions.  */
#include <px.h>

struct s { int x, y; };

__device struct s other (int);

__kernel __requires (grid (1), block (1), threads (64)) void
f (const struct s *in, int n)
{
  __group (block, 1)		/* { dg-message "the code perspective was set here" } */
    {
      int t __perspective (thread, 1) = px_id (thread);
      struct s a = t < n ? in[0] : in[1];	/* { dg-error {a value at thread.1. cannot be stored in 'a'[^\n]*PX201} } */
						/* { dg-message "'a' is declared here" "" { target *-*-* } .-1 } */
      int y = 0;
      y = (t < n ? in[0] : in[1]).y;	/* { dg-error {PX201} } */
						/* { dg-message "'y' is declared here" "" { target *-*-* } .-2 } */
      struct s b __perspective (thread, 1)
	= t < n ? other (t) : in[1];		/* { dg-error {PX103} } */
      (void) a, (void) y, (void) b;
    }
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 22 } */
