/* SPDX-License-Identifier: MIT */
/* The results of index-ways.c without the pass.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=index" } */
/* { dg-final { scan-ptx {mad\.lo} { target gcc12 } } } */
#include "index-ways.c"
