/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Branches whose functions only read a variable, or count in it by atomics, or
   are in another file while no branch of this one uses what they may. */
#include <px.h>

static __device int v[32];
__device int w[32];
static __device int n;

static __device __requires (thread (1)) int
get (int i)
{
  __atomic_fetch_add (&n, 1, __ATOMIC_RELAXED);
  const int *p = v;
  return v[i] + *(v + i) + p[0];
}

__device __requires (thread (32)) void elsewhere ();

static __device int
use_w ()
{
  return w[0];
}

__device __requires (block (1), threads (64)) void
f ()
{
  __split (thread)
    {
      __case (32)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __group (thread, 1)
	    t = get (t) + v[t];
	  elsewhere ();
	}
      __case (32)
	{
	  int t __perspective (thread, 1) = px_id (thread);
	  __group (thread, 1)
	    t = get (t);
	  elsewhere ();
	}
    }
  use_w ();
}
