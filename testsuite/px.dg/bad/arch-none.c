/* SPDX-License-Identifier: MIT */
/* The architectures that were asked for, and no other; a kernel that none has is an
   error at its name.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_80,sm_89" } */
#include "../aux/t.h"

__kernel __requires (grid (1), thread (32))
void
both (int *p)
{
  int e __perspective (thread, 1) = 0;
  if (px_arch () >= 90)
    __group (thread, 32)
      e = px_elect ();
  __group (thread, 1)
    __unsafe
      *p = e;
}

__kernel __requires (grid (1), thread (32))
void
late (int *p)   /* { dg-error "kernel .late. needs sm_90, which .-fplugin-arg-px-arch=sm_80,sm_89. has no image for .PX507." } */
{
  int e __perspective (thread, 1) = 0;
  __group (thread, 32)
    e = px_elect ();
  __group (thread, 1)
    __unsafe
      *p = e;
}
