/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wfatal-errors" } */
/* The first error that is told is the last, even if GCC has found another before. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
k (int *p)
{
  __partition (thread, 1, static int *z = p)	/* { dg-error "static variable 'z'\[^\n\]*PX(608|503)" } */
    z[0] = 1;
}
