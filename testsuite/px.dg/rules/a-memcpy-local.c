/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct s { int a[8]; };
__device void
f (struct s *p, const struct s *q)
{
  struct s t = *q;
  t.a[1] = 3;
  __builtin_memcpy (p, &t, sizeof t);
  *p = t;
}
