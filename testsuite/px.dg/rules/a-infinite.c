/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (void)
{
  for (;;)
    __group (thread, 32) { }
}
