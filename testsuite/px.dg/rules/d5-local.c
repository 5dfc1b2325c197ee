/* SPDX-License-Identifier: MIT */
/* What is only read may be a part of a local array; each thread's own array is a view.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-race=none" } */
#include <px.h>

__device __requires (thread (32)) void
f (int *o)
{
  int l[32] = { 1, 2 };
  __partition (thread, 1, const int *q = l + px_id (thread))
    __group (thread, 1)
      px_atomic_add (o, *q);
}

__device __requires (block (1), thread (32), smem (128)) void
g (int *o)
{
  __shared int s[32];
  __partition (thread, 1, int *q = s + px_id (thread))
    __group (thread, 1)
      {
	int l[4] = { 1 }, *p = l + 1;
	*p = 2;
	*q = l[0] + l[1];
      }
}
