/* SPDX-License-Identifier: MIT */
/* Attribute copy: a device function like another.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (1)) int g (int x);
#if __has_attribute (copy)	/* clang has none */
__attribute__ ((copy (g)))
#endif
int h (int x);

__device int
f (int x)
{
  return h (x);
}
