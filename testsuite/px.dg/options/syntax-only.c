/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fsyntax-only" } */
#include <px.h>

__kernel void
f (int *p)
{
  *p = 1;
}
