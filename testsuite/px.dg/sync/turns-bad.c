/* SPDX-License-Identifier: MIT */
/* Turns that nobody takes, that are given too seldom, that all wait for, and what is none.  */
/* { dg-do compile } */
#include <px.h>

#define KERNEL(NAME) __kernel __requires (grid (1), block (1), threads (64)) void NAME (int n)
#define TWO(A, B) __split (thread) { __case (32) A __case (32) B }

KERNEL (nobody)
{
  __group (block, 1)
    {
      __shared px_turn t, u;
      TWO ({ px_give_turn (&t); }, { px_give_turn (&u); px_take_turn (&u); })	/* { dg-error "PX707" } */
      (void) n;
    }
}

KERNEL (seldom)
{
  __group (block, 1)
    {
      __shared px_turn t;
      TWO ({ for (int i = 0; i < n; i++) px_give_turn (&t); }, /* { dg-error "is given n times, but taken .n . 1. times .PX708" } */
	   { for (int i = 0; i <= n; i++) px_take_turn (&t); })	/* { dg-message "it is taken here" "" { target *-*-* } .-1 } */
    }
}

KERNEL (all_wait)
{
  __group (block, 1)
    {
      __shared px_turn t, u;
      TWO ({ for (int i = 0; i < n; i++) { px_take_turn (&u); px_give_turn (&t); } }, /* { dg-error "never comes: branch 1 waits to take number 0.*PX709" } */
	   { for (int i = 0; i < n; i++) { px_take_turn (&t); px_give_turn (&u); } })
    }
}

/* A split that runs again finds a turn that was given once more than it was taken.  */
KERNEL (left_over)
{
  __group (block, 1)
    {
      __shared px_turn t, u;
      for (int k = 0; k < 2; k++)
	TWO ({ for (int i = 0; i < n; i++) { px_take_turn (&u); px_give_turn (&t); } }, /* { dg-error "PX708" } */
	     { px_give_turn (&u); for (int i = 0; i < n; i++) { px_take_turn (&t); px_give_turn (&u); } }) /* { dg-message "taken" "" { target *-*-* } .-1 } */
    }
}

/* Which turn is only known at run time.  */
KERNEL (which)
{
  __group (block, 1)
    {
      __shared px_turn t, u;
      TWO ({ px_give_turn (n ? &t : &u); }, { px_take_turn (&t); }) /* { dg-error "PX710" } */
    }
}

/* Each thread of a branch by itself.  */
KERNEL (each)
{
  __group (block, 1)
    {
      __shared px_turn t;
      TWO ({ int i __perspective (thread, 1) = px_id (thread); __group (thread, 1) if (i < n) px_give_turn (&t); }, { px_take_turn (&t); }) /* { dg-error "PX707" } */
    }
}

/* A turn that is given under a condition is not one that is always given.  */
KERNEL (at_times)
{
  __group (block, 1)
    {
      __shared px_turn t;
      TWO ({ for (int i = 0; i < n; i++) if (i % 3) px_give_turn (&t); }, /* { dg-error "PX708" } */
	   { for (int i = 0; i < n; i++) px_take_turn (&t); })	/* { dg-message "taken" "" { target *-*-* } .-1 } */
    }
}

/* Two in a row are two.  */
KERNEL (two_for_one)
{
  __group (block, 1)
    {
      __shared px_turn t;
      TWO ({ px_give_turn (&t); }, { px_take_turn (&t); px_take_turn (&t); }) /* { dg-error "PX708" } */
      /* { dg-message "taken" "" { target *-*-* } .-1 } */
      (void) n;
    }
}

KERNEL (no_split)
{
  __group (block, 1)
    {
      __shared px_turn t;
      px_give_turn (&t);					/* { dg-error "PX707" } */
      px_take_turn (&t);
      (void) n;
    }
}

/* What it points to is not known.  */
static __device __attribute__ ((noipa)) __requires (thread (32)) void
give (px_turn *t)
{
  px_give_turn (t);						/* { dg-error "PX710" } */
}

KERNEL (no_turn)
{
  give (0);
  (void) n;
}
