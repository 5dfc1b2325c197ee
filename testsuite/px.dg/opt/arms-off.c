/* SPDX-License-Identifier: MIT */
/* The results of arms.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
/* { dg-final { scan-ptx-not {setp\.[a-z]+\.(and|or)\.} } } */
#include "arms.c"
