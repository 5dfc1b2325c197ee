/* SPDX-License-Identifier: MIT */
/* Without the pass each condition has a branch, and a conjunction is a number.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
/* { dg-final { scan-ptx-not {setp\.[a-z]+\.and\.u32} } } */
/* { dg-final { scan-ptx-not {and\.pred} } } */
#include "tests.c"
