/* SPDX-License-Identifier: MIT */
/* The results of torture/quotient.c without any of these passes.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=range,divide,masks,tests,const,index,unroll,partial,vectors,readonly" } */
#include "../torture/quotient.c"
