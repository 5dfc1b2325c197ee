/* SPDX-License-Identifier: MIT */
/* What others may write must not be broader (g, h), nor is what is const written by a copy (w).  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
g (int *in)	/* { dg-message {'in' is declared here} } */
{
  __group (block, 1)	/* { dg-message {around this} } */
    __async (const int *from = in) { }	/* { dg-error {PX205} } */
}

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
h (const int *in)	/* { dg-message {'in' is declared here} } */
{
  __group (block, 1)	/* { dg-message {around this} } */
    __async (int *from = (int *) in) { }	/* { dg-error {PX205} } */
}

__kernel __requires (grid (1), block (1), threads (64), smem (16)) void
w (const int *out)
{
  __group (block, 1)
    {
      __shared int x[4];
      __async (int *from = x)
	__async (const int *to = out)	/* { dg-message {'to' is declared here} } */
	  px_bulk_store ((int *) to, from, 16);	/* { dg-error {PX204} } */
    }
}
