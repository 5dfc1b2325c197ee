/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 8: the sizes sum to the units that there are. */
#include <px.h>

__device __requires (thread (4)) void
f (void)
{
  __split (thread)
    {
      __case (2) { }
      __case (1) { }
      __case (1) { }
    }
}
