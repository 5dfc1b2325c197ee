/* SPDX-License-Identifier: MIT */
/* Without the pass all are in global memory, and the results are the same.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=const" } */
/* { dg-final { scan-ptx-not {\.const} } } */
#include "const.c"
