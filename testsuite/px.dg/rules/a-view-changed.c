/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
/* A view's own name is changed in its body. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p, int n)
{
  __partition (thread, 1, int *q = p + px_id (thread))
    __group (thread, 1)
      {
	for (int i = 0; i < n; i++, q += 32)
	  *q = 1;
      }
}
