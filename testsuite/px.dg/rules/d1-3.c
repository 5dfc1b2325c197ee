/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Local arrays and structs live as their variable does. */
#include <px.h>

struct pair { int a, b[4]; };
__device __requires (thread (32)) void
f (int n)
{
  int v[4] __perspective (thread, 1), t __perspective (thread, 1) = px_id (thread);
  struct pair s __perspective (thread, 1) = { n, { 0 } };
  v[t & 3] = t;
  s.b[t & 3] = v[1];
  s.a = t;
  __group (thread, 1)
    t = v[2] + s.b[n & 3] + s.a;
  (void) t;
}
