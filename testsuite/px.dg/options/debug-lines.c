/* SPDX-License-Identifier: MIT */
/* -g: .file and .loc lead to the source.  */
/* { dg-do assemble } */
/* { dg-additional-options "-g" } */
/* { dg-final { scan-ptx {^\s*\.file\s+[0-9]+\s+".*debug-lines.c"} } } */
/* { dg-final { scan-ptx {^\s*\.loc\s+[0-9]+\s+13\y} } } */
#include "../aux/t.h"

__kernel void
f (const int *p, int *q)
{
  EACH_THREAD (i)
    q[i] = p[i] * p[i + 1];
}
