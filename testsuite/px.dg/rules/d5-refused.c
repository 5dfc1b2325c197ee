/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A view that is refused: what is stored through it is not told. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
k (const float *in, float *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, float *w = out + t)	/* { dg-message "'w' is declared here" } */
    __partition (thread, 32, float *v = w)	/* { dg-error {the source of '__partition' lives at thread.1., but the code here is at grid.1. .PX205.} } */
      __group (thread, 1)
	*v = in[t];
}

__kernel __requires (grid (1), block (1), threads (64)) void
l (float *out, float *more)
{
  __claim (grid, 1, float *c = out)	/* { dg-error {'__claim' narrows to grid.1., which is not narrower than grid.1. .PX205.} } */
    px_atomic_add (out, *c);
  __partition (thread, 48, float *w = more)	/* { dg-error {'__partition' narrows to thread.48., but the code here has only grid.1., block.1., thread.64. .PX205.} } */
    px_atomic_add (more, *w);
}

int twice (int);	/* { dg-message "first declared here" } */
__device int twice (int n) { return 2 * n; }	/* { dg-error {'twice' was declared for the host before[^\n]*PX606} } */

__device int
m (int n)
{
  return twice (n);
}
