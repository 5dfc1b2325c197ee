/* SPDX-License-Identifier: MIT */
/* Without the pass a thread's number may be negative.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=range" } */
/* { dg-final { scan-ptx {shr\.s32 %\w+, %\w+, 31} } } */
#include "range.c"
