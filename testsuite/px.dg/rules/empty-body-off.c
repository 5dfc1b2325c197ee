/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wno-empty-body" } */
/* Whoever says so is not warned; and C's own empty bodies have GCC's defaults.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int n)
{
  __group (block, 1) ;
  if (n)
    ;
}
