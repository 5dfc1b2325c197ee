/* SPDX-License-Identifier: MIT */
/* The results of layout.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=layout,exits" } */
/* { dg-final { scan-ptx-times {(?n)^\tbra \$} 2 { target gcc12_13 } } } */
#include "layout.c"
