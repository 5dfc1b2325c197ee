/* SPDX-License-Identifier: MIT */
/* Without the pass an arm's conjunction is a number; the loop's tests GCC joins itself.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
/* { dg-final { scan-ptx-times {and\.pred} 2 { target gcc12 } } } */
#include "tests.c"
