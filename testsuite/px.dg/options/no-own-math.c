/* SPDX-License-Identifier: MIT */
/* A kernel without expf has no code of px's; of a constant GCC computes the value.  */
/* { dg-do assemble } */
/* { dg-additional-options "-O2 -fplugin-arg-px-save-ptx=no-own-math.ptx" } */
/* { dg-final { scan-file no-own-math.ptx {\.entry\s+f} } } */
/* { dg-final { scan-file-not no-own-math.ptx {fma\.|__px_|expf|logf|\.func} } } */
#include "../aux/t.h"
#include <math.h>

__kernel void
f (float *p)
{
  EACH_THREAD (t)
    *p = expf (1.0f) + logf (3.0f);
}
