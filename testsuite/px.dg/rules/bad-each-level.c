/* SPDX-License-Identifier: MIT */
/* Views without a level: told as that, once, and not as a name that nothing declares.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (threads (32)) void
f (int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 32)
    __group (block, 1)
      __each (int *u = o) /* { dg-error {it is '__each \(level\[, n\], type \*name = source\)'[^\n]*PX608} } */
	*u = n;
}

__kernel __requires (threads (32)) void
g (int *out, int n)
{
  __partition (int *o = out) /* { dg-error "it is .__partition" } */
    o[0] = n;
}

__kernel __requires (threads (32)) void
right (int *out, int n)
{
  __partition (block, 1, int *o = out + px_id (block) * 32)
    __group (block, 1)
      __each (thread, int *u = o)
	*u = n;
}
