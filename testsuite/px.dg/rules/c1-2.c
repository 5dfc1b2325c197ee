/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Any divisor will do, and the code's own perspective too. */
#include <px.h>

__device __requires (thread (48)) void
f (void)
{
  __group (thread, 48) { }
  __group (thread, 24) { }
  __group (thread, 16)
    __group (thread, 4) { }
  __group (thread, 3) { }
}
