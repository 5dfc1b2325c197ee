/* SPDX-License-Identifier: MIT */
/* Without -fplugin-arg-px-arch: one image, for sm_80.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {^\s*\.target} 1 } } */
/* { dg-final { scan-ptx {^\s*\.target\s+sm_80} } } */
/* { dg-final { scan-ptx-times {\.entry\s+f} 1 } } */
#include <px.h>

__kernel void
f (int *p)
{
  p[px_id (thread)] = 1;
}
