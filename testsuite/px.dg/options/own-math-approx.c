/* SPDX-License-Identifier: MIT */
/* -ffast-math makes a kernel's expf an instruction that approximates.  */
/* { dg-do assemble } */
/* { dg-additional-options "-O2 -ffast-math -fplugin-arg-px-save-ptx=own-math-approx.ptx" } */
/* { dg-final { scan-file own-math-approx.ptx {ex2\.approx\.ftz\.f32} } } */
/* { dg-final { scan-file-not own-math-approx.ptx {fma\.|\.func} } } */
#include "../aux/t.h"
#include <math.h>

__kernel void
f (float *p)
{
  EACH_THREAD (t)
    *p = expf (*p);
}
