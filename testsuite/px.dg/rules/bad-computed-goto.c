/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  void *l = n ? &&a : 0;	/* { dg-error "PX504" } */
  goto *l;
a:
  __group (thread, 8) { }
}

__device int
g (void *l)
{
  goto *l;	/* { dg-error {computed 'goto' in device code .PX504.} } */
}
