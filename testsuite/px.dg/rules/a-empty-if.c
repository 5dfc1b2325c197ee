/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A condition that decides on nothing. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  if (t < n)
    ;
  if (t < n) { } else { }
  (void) t;
}
