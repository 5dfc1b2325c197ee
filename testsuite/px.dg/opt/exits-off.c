/* SPDX-License-Identifier: MIT */
/* Without the pass the loops keep their tests, and the results are the same.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=exits -fopt-info-loop-all=exits-off.info" } */
/* { dg-final { scan-file-not exits-off.info {tests of a loop are one|ends with its guard} } } */
#include "exits.c"
