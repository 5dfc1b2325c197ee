/* SPDX-License-Identifier: MIT */
/* The results of torture/quotient.c without that pass.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
#include "../torture/quotient.c"
