/* SPDX-License-Identifier: MIT */
/* The results of torture/index-edges.c without chains of products.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=chains" } */
#include "../torture/index-edges.c"
