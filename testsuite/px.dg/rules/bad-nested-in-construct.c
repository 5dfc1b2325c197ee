/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  __group (thread, 8)
    {
      int g (int k) { return n + k; }	/* { dg-error "PX504" } */
      g (3);
    }
}
