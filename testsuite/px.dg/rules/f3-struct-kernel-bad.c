/* SPDX-License-Identifier: MIT */
/* F3: what a kernel writes is one object for the grid, in a structure too.  */
/* { dg-do compile } */
#include <px.h>

struct s { const int *in __perspective (thread, 1); int *out __perspective (thread, 1); };	/* { dg-message "'out' is declared here" } */

__kernel __requires (grid (1), block (1), threads (32)) void
f (struct s x)	/* { dg-error {'out' is one object for the whole grid: it lives at grid.1., not at thread.1. .PX303.} } */
{
  *x.out = 1;
}

__device void
g (struct s x)
{
  *x.out = *x.in;
}
