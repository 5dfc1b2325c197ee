/* SPDX-License-Identifier: MIT */
/* D1: a compound literal lives where the narrowest value that is put into it does, by its
   initialiser, through a pointer, by the C library or in narrower code.  */
/* { dg-do compile } */
#include <px.h>
#include <string.h>

struct s { int a, b; };
static inline __device __requires (block (1)) int
decide (const struct s *p)
{
  if (p->a)
    return 0;
  return 1;
}

__kernel __requires (grid (1), block (1), threads (64)) void
f (int n)
{
  __group (block, 1)	/* { dg-message "the code perspective was set here" } */
    {
      int t __perspective (thread, 1) = px_id (thread);
      int *initial = (int []) { t, 1 };
      if (initial[1])	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1. .PX103.} } */
	px_nanosleep (1);
      struct s *through = &(struct s) { 2, 1 };
      through->a = t;
      if (through->b)	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1. .PX103.} } */
	px_nanosleep (1);
      int *indexed = (int []) { 2, 1 };
      indexed[t & 1] = 3;
      if (indexed[0])	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1. .PX103.} } */
	px_nanosleep (1);
      int *copied = (int []) { 2, 1 };
      memcpy (copied, &t, sizeof t);
      if (copied[0])	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1. .PX103.} } */
	px_nanosleep (1);
      int *inside = (int []) { 2, 1 };
      __group (thread, 1)
	*inside = 3;
      if (inside[0])	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1. .PX103.} } */
	px_nanosleep (1);
      decide (&(struct s) { t, n });	/* { dg-error {argument 1 of 'decide' must be a view at block.1., but is one at thread.1. .PX303.} } */
      decide (&(struct s) { 2, n });
      struct s *broad = &(struct s) { 2, n };
      broad->a = n + 1;
      if (broad->a)
	px_nanosleep (1);
      const int *table = (const int []) { 2, 1, n };
      __group (thread, 1)
	if (table[t % 3])
	  px_nanosleep (1);
    }
}
/* { dg-message "'p' is declared here" "" { target *-*-* } 10 } */

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 24 } */
