/* SPDX-License-Identifier: MIT */
/* The device has no exceptions, whatever the host has: what may end the life
   of a temporary beside a collective.  */
/* { dg-do compile } */
/* { dg-options "-O3 -fexceptions -fnon-call-exceptions" } */
#include <px.h>

struct s { int a; };

__kernel __requires (threads (32)) void
f (int *p, int n)
{
  {
    int x __perspective (thread, 1)
      = px_shfl_xor (((struct s) { n + px_id (thread) }).a, 4);
    __partition (thread, 1, int *q = p + px_id (thread))
      *q = x;
  }
}
