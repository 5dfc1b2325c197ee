/* SPDX-License-Identifier: MIT */
/* Code for several architectures in one kernel.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_80,sm_90a" } */
#include "../aux/t.h"

__kernel __requires (grid (1), thread (32))
void
f (int *p)
{
  int e __perspective (thread, 1) = px_arch ();
  if (px_arch () >= 90)
    __group (thread, 32)
      e += px_any (px_elect ());
  else
    e += 2;
  __group (thread, 1)
    __unsafe
      *p = e;
}

int
main (void)
{
  int got = 0, *d = t_dev (&got, sizeof got);
  LAUNCH (1, 32, f, d);
  t_back (&got, d, sizeof got);
  CHECK (got == 91 || got == 82);
  return 0;
}
