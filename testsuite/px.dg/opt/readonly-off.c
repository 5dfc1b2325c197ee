/* SPDX-License-Identifier: MIT */
/* The results of readonly.c without that.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=readonly" } */
/* { dg-final { scan-ptx-not {ld\.global\.nc} } } */
#include "readonly.c"
