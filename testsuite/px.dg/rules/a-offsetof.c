/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

#include <stddef.h>
struct s { char c; int v[4]; };
__device int
f (struct s *p, int n)
{
  return offsetof (struct s, v) + *(int *) ((char *) p + offsetof (struct s, v[1])) + p->v[n];
}
