/* SPDX-License-Identifier: MIT */
/* The results of partial-edges.c without that pass.  */
/* { dg-do run } */
/* { dg-timeout 200 } */
/* { dg-additional-options "-fplugin-arg-px-without=partial" } */
#include "partial-edges.c"
