/* SPDX-License-Identifier: MIT */
/* A launch has room for 4352 bytes of arguments.  */
/* { dg-do compile } */
#include <px.h>

struct s { char a[4352]; };
struct t { char a[4344]; };

__kernel void
most (struct t x, int *p)
{
  (void) x;
}
__kernel void
more (struct s x, char c)	/* { dg-error {kernel 'more' has 4356 bytes of parameters, more than the 4352 that a launch has room for: pass a pointer to them .PX501.} } */
{
  (void) x;
}
__device int
none (struct s x)
{
  return x.a[3];
}
