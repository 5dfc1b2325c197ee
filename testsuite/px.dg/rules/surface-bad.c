/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* What an initialiser does not say, and an __each that the code cannot narrow to.  */
#include <px.h>

__kernel __requires (threads (64)) void
later (int n)	/* { dg-message {perspective was set here} } */
{
  int x = 0;	/* { dg-message {'x' is declared here} } */
  x = px_id (thread);	/* { dg-error {a value at thread.1. cannot be stored in 'x', which lives at grid.1. .PX201.} } */
  int y;	/* { dg-message {'y' is declared here} } */
  y = px_id (thread);	/* { dg-error {a value at thread.1. cannot be stored in 'y', which lives at grid.1. .PX201.} } */
  int w = px_id (thread, 32);	/* { dg-message {'w' is declared here} } */
  w = px_id (thread);	/* { dg-error {a value at thread.1. cannot be stored in 'w', which lives at thread.32. .PX201.} } */
  int t = px_id (thread);
  if (t < n)	/* { dg-error {the condition lives at thread.1., but the code it decides on is at grid.1. .PX103.} } */
    x = 1;	/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } .-1 } */
  int a[2] = { n, px_id (thread) };	/* { dg-error {a value at thread.1. cannot be stored in 'a', which lives at grid.1. .PX201.} } */
  (void) x, (void) y, (void) w, (void) a;	/* { dg-message {'a' is declared here} "" { target *-*-* } .-1 } */
}

/* What narrower code stores to a variable of broader code.  */
__kernel __requires (threads (64)) void
narrower (int *p)
{
  int w = px_id (thread, 32);	/* { dg-message {'w' is declared here} } */
  __group (thread)	/* { dg-message {perspective was set here} } */
    w = 1;	/* { dg-error {code at thread.1. cannot store to 'w', which lives at thread.32. .PX201.} } */
  (void) p, (void) w;
}

/* A kernel that says nothing of grid and block has both all the same.  */
__kernel __requires (thread (1)) void
shares (int *p)	/* { dg-message {'p' is declared here} } */
{
  p[0] = 1;	/* { dg-error {a store needs a view at thread.1., but 'p' lives at grid.1. .PX204.} } */
}	/* { dg-message {gives each thread a part} "" { target *-*-* } .-1 } */

__kernel void	/* { dg-message {'each' starts at this perspective} "" { target *-*-* } .+1 } */
each (int *p)
{
  __each (thread, 64, int *own = p) *own = 1;	/* { dg-error {'__each .thread, 64.' needs thread.n. with n a multiple of 64} } */
  __each (warp, int *own = p) *own = 1;	/* { dg-error {unknown level 'warp' in '__each'} } */
  __each (thread, int own = 1) (void) own;	/* { dg-error {'own' in '__each' is not a pointer .PX605.} } */
}	/* { dg-message {'__each' begins here} "" { target *-*-* } .-1 } */

__kernel void
empty (int *p)
{
  __each (thread, int *own = p + px_id (thread));	/* { dg-warning {the ';' ends the body of '__each', which is empty} } */
  __each (thread, int *own = p + px_id (thread))
    {
      __each (thread, int *again = own)	/* { dg-error {'__each' narrows to thread.1., which is not narrower than thread.1. .PX205.} } */
	*again = 1;
    }
}
