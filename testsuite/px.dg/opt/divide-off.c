/* SPDX-License-Identifier: MIT */
/* Without the pass both are computed.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=divide" } */
/* { dg-final { scan-ptx-times {rem\.s32} 1 } } */
/* { dg-final { scan-ptx-times {div\.s32} 1 } } */
#include "divide.c"
