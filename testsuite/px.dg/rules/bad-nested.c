/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int
f (int n)
{
  int g (int k) { return n + k; }	/* { dg-error "PX504" } */
  return g (3);
}
