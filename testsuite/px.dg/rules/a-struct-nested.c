/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include <px.h>

struct i { int *p; };
struct m { struct i a, b; };
__device __requires (block (1), thread (32)) void
f (struct m s)
{
  __partition (thread, 1, int *v = s.a.p + px_id (thread))
    __partition (thread, 1, int *w = s.b.p + px_id (thread))
      *v = *w;
}
