/* SPDX-License-Identifier: MIT */
/* -M alone compiles nothing.  */
/* { dg-do compile } */
/* { dg-additional-options "-M -fplugin-arg-px-nvptx-lto1=/nonexistent" } */
#include <px.h>

__kernel void
f (int *p)
{
  *p = 1;
}
