/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An early return that all units take or none. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  if (n < 3)
    return;
  __group (thread, 8) { }
}
