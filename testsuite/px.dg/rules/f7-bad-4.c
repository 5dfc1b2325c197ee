/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An argument that the function has by name too, if one of the two writes. */
#include <px.h>

static __device int v[64];

static __device __requires (grid (1), block (1), thread (64)) void
to (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = p + t)
    __group (thread, 1)
      *q = v[t ^ 1];
}

__device __requires (grid (1), block (1), thread (64)) void from (const int *p);

__device __requires (grid (1), block (1), thread (64)) void
f ()
{
  to (v);	/* { dg-error {argument 1 of 'to' is 'v', which the function also uses by its name[^\n]*PX307} } */
  from (v);	/* { dg-error {argument 1 of 'from' is 'v', which the function also uses by its name[^\n]*PX307} } */
}

__device __requires (grid (1), block (1), thread (64)) void
from (const int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = v + t)
    __group (thread, 1)
      *q = p[t ^ 1];
}
