/* SPDX-License-Identifier: MIT */
/* One image for each architecture that was asked for.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90a,sm_80" } */
/* { dg-final { scan-ptx-times {^\s*\.target\s+sm_90a} 1 } } */
/* { dg-final { scan-ptx-times {^\s*\.target\s+sm_80} 1 } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    p[t] = 1;
}
