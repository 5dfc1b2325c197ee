/* SPDX-License-Identifier: MIT */
/* A kernel's expf is px's, the host's stays the C library's.  */
/* { dg-do assemble } */
/* { dg-additional-options "-O2 -save-temps -fplugin-arg-px-save-ptx=own-math.ptx" } */
/* { dg-final { scan-file own-math.s {(call|jmp)\s+expf} } } */
/* { dg-final { scan-file-not own-math.s {(call|jmp)\s+__px_expf} } } */
/* { dg-final { scan-file own-math.ptx {fma\.rn\.f32} } } */
/* { dg-final { scan-file-not own-math.ptx {\mexpf\M} } } */
#include "../aux/t.h"
#include <math.h>

float
host (float x)
{
  return expf (x);
}

__kernel void
f (float *p)
{
  EACH_THREAD (t)
    *p = expf (*p);
}
