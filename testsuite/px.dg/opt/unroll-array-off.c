/* SPDX-License-Identifier: MIT */
/* The same without that pass.
   The results are the same, and the arrays in memory.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=unroll" } */
/* { dg-final { scan-ptx {\.local} } } */
#include "unroll-array.c"
