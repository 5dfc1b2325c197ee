/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What a called function writes is written in the branch of the call. */
#include <px.h>

static __device int v[32];
__device int w[32];
static __device int n;

static __device __requires (thread (32)) void
put ()	/* { dg-message "'put' uses 'v'" } */
{
  __unsafe
    v[px_id (thread)] = 1;
}

static __device __requires (thread (32)) void
count ()
{
  __unsafe
    n += 1;
}

__device __requires (thread (32)) void elsewhere ();	/* { dg-message "'elsewhere', or what it calls, is of another file and may use 'w'" } */

__device __requires (block (1), threads (64)) void
f ()
{
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	{
	  int x __perspective (thread, 1) = v[px_id (thread)];
	  (void) x;
	}
      __case (32)
	put ();	/* { dg-error {'v' is written in one branch of a '__split' and used in another[^\n]*PX206} } */
    }
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	__atomic_fetch_add (w, 1, __ATOMIC_RELAXED);
      __case (32)
	elsewhere ();	/* { dg-error {'w' is written in one branch of a '__split' and used in another[^\n]*PX206} } */
    }
  __split (thread)
    {
      __case (32)	/* { dg-message "the other branch is this '__case'" } */
	count ();
      __case (32)
	{
	  int x = n;	/* { dg-error {'n' is written in one branch of a '__split' and used in another[^\n]*PX206} } */
	  (void) x;
	}
    }
}
