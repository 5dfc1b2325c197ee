/* SPDX-License-Identifier: MIT */
/* The results of common.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=common" } */
/* { dg-final { scan-ptx-times {mul\.lo\.[us]32 } 2 } } */
#include "common.c"
