/* SPDX-License-Identifier: MIT */
/* The results of quotients.c without the pass, of which four quotients by 24 remain.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=quotients" } */
/* { dg-final { scan-ptx-times {mul\.hi\.[su]32} 4 } } */
#include "quotients.c"
