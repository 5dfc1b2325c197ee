/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The source's perspective is that of the code; the target is narrower. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *p __perspective (grid, 1))	/* { dg-message "'p' is declared here" } */
{
  __group (block, 1)	/* { dg-message {'__partition .block, 1, \.\.\..' around this '__group'} } */
    __partition (thread, 1, int *q = p + px_id (thread))	/* { dg-error {the source of '__partition' lives at grid.1., but the code here is at block.1.[^\n]*PX205} } */
      (void) q;
  __partition (grid, 1, int *q = p)	/* { dg-error "PX205" } */
    (void) q;
  __partition (thread, 48, int *q = p)	/* { dg-error {'__partition' narrows to thread.48., but the code here has only [^\n]*PX205} } */
    (void) q;
}
