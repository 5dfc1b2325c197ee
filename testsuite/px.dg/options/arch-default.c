/* SPDX-License-Identifier: MIT */
/* Without -fplugin-arg-px-arch: one image, for sm_80.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {^\s*\.target} 1 } } */
/* { dg-final { scan-ptx {^\s*\.target\s+sm_80} } } */
/* { dg-final { scan-ptx-times {\.entry\s+f} 1 } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    p[t] = 1;
}
