/* SPDX-License-Identifier: MIT */
/* The results of arms-early.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=tests" } */
#include "arms-early.c"
