/* SPDX-License-Identifier: MIT */
/* The results of vectors.c where neighbours are members, not at offsets of one pointer.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=index" } */
/* { dg-final { scan-ptx-times {ld\.global\.v4\.f32} 2 } } */
#include "vectors.c"
