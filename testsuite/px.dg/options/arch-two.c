/* SPDX-License-Identifier: MIT */
/* Without -fplugin-arg-px-arch: what sm_80 lacks is in another image, which holds
   all kernels; the first has what it can.  px_arch () folds in each.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {^\s*\.target} 2 } } */
/* { dg-final { scan-ptx {^\s*\.target\s+sm_80} } } */
/* { dg-final { scan-ptx {^\s*\.target\s+sm_90$} } } */
/* { dg-final { scan-ptx-times {\.entry\s+both} 2 } } */
/* { dg-final { scan-ptx-times {\.entry\s+late} 1 } } */
/* { dg-final { scan-ptx-times {elect\.sync} 2 } } */
#include "../aux/t.h"

__kernel __requires (grid (1), thread (32))
void
both (int *p)
{
  int e __perspective (thread, 1) = 0;
  if (px_arch () >= 90)
    __group (thread, 32) e = px_elect ();
  __group (thread, 1)
    __unsafe { *p = e; }
}

__kernel __requires (grid (1), thread (32))
void
late (int *p)
{
  int e __perspective (thread, 1) = 0;
  __group (thread, 32)
    e = px_elect ();
  __group (thread, 1)
    __unsafe
      *p = e;
}
