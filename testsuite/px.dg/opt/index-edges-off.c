/* SPDX-License-Identifier: MIT */
/* The results of torture/index-edges.c without that pass.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=index,unroll" } */
#include "../torture/index-edges.c"
