/* SPDX-License-Identifier: MIT */
/* -M alone compiles nothing.  */
/* { dg-do compile } */
/* { dg-additional-options "-M -fplugin-arg-px-nvptx-lto1=/nonexistent" } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
