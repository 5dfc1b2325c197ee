/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Two members, which are parameters of their own; two local arrays. */
#include <px.h>

struct two { int *a, *b; };
__device __requires (thread (32)) void g (int *a __perspective (thread, 1), int *b __perspective (thread, 1));
__device __requires (thread (32)) void h (int *a, int *b);
__device __requires (thread (32)) void
f (struct two s)
{
  int v[2] __perspective (thread, 1), w[2] __perspective (thread, 1);
  g (v, w);
  h (s.a, s.b);
}
