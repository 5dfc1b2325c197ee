/* SPDX-License-Identifier: MIT */
/* The results of chains.c without that, and with what is dead.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-without=chains,dead" } */
/* { dg-final { scan-ptx-not {mul\.wide\.u32 [^,]*, [^,]*, 132;} } } */
#include "chains.c"
