/* SPDX-License-Identifier: MIT */
/* The results of common.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=common" } */
/* GCC 14 finds it itself.  */
/* { dg-final { scan-ptx-times {mul\.lo\.[us]32 } 2 { target !gcc14 } } } */
#include "common.c"
