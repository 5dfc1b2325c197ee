/* SPDX-License-Identifier: MIT */
/* The text of the image, where it was asked for.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-save-ptx=saved.ptx" } */
/* { dg-final { scan-file saved.ptx {\.entry\s+f} } } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
