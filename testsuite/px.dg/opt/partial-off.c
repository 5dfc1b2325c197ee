/* SPDX-License-Identifier: MIT */
/* Without the pass no loop has a remainder, and the results are the same.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=partial -fopt-info-loop-all=partial-off.info" } */
/* { dg-final { scan-file-not partial-off.info {with a remainder} } } */
#include "partial.c"
