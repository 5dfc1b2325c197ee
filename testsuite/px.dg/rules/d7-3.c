/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Once its body has ended the source may be used. */
#include <px.h>

__device __requires (block (1), threads (64)) int
f (int *p)
{
  __async (int *d = p) { }
  return p[0];
}
