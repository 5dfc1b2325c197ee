/* SPDX-License-Identifier: MIT */
/* D5, of loaded pointers: the write that is meant, and the way out.  */
/* { dg-do compile } */
#include <px.h>

__device int variable[64];	/* { dg-message "'variable', give it to the kernel by a parameter declared 'restrict'" } */

__kernel __requires (grid (1), block (1), threads (64)) void
f (const int *const *in, int *out)	/* { dg-message "if no pointer in memory leads to 'out', declare it 'restrict'" } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = out + t)
    *w = in[0][t];	/* { dg-error {may lead to 'out' here[^\n]*PX208} } */
  /* { dg-message "'out' is written here, in a view of its own" "" { target *-*-* } .-1 } */
}

__kernel __requires (grid (1), block (1), threads (64)) void
g (const int *const *in)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = variable + t)
    *w = in[0][t];	/* { dg-error {may lead to 'variable' here[^\n]*PX208} } */
  /* { dg-message "'variable' is written here, in a view of its own" "" { target *-*-* } .-1 } */
}
