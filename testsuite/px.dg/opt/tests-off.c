/* SPDX-License-Identifier: MIT */
/* Without the pass a conjunction is a number.  */
/* { dg-do assemble } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
/* { dg-final { scan-ptx-not {and\.pred} } } */
#include "tests.c"
