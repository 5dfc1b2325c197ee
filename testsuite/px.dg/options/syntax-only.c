/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fsyntax-only" } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    *p = 1;
}
