/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The source is out of reach of what is called, too: by name, in what that calls
   or, if it is public, in another file. */
#include <px.h>

static __device int v[64];
__device int w[64];

__device __requires (thread (1)) int later (int i);

__device __requires (thread (1)) int elsewhere (int i);	/* { dg-message "'elsewhere', or what it calls, is of another file and may use 'w'" } */

__device __requires (thread (1)) int
deeper (int i)	/* { dg-message "'deeper' uses 'v'" } */
{
  return later (i) + 1;
}

__kernel __requires (grid (1), block (1), threads (64)) void
f ()
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = v + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      *q = deeper (t);	/* { dg-error {'v' is out of reach while view 'q' of it exists[^\n]*PX205} } */
  __partition (thread, 1, int *q = w + t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      *q = elsewhere (t);	/* { dg-error {'w' is out of reach while view 'q' of it exists[^\n]*PX205} } */
}

__device __requires (thread (1)) int
later (int i)
{
  return v[i ^ 1];
}
