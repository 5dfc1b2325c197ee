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
