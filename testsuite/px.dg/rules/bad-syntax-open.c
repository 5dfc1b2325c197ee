/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The arguments of an intrinsic without an end. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
k (const float *in, float *out)
{
  __group (thread, 1)
    px_atomic_add (out, in[0];	/* { dg-error {the arguments of 'px_atomic_add' have no end .PX608.} } */
}
