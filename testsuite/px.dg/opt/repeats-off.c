/* SPDX-License-Identifier: MIT */
/* The results of repeats.c without those passes.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=repeats,tests,common" } */
/* { dg-final { scan-ptx-not {xor\.pred} } } */
#include "repeats.c"
