/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Atomic operations at constant addresses in arrays that are members, and memset and its kin there, of a number of bytes that varies: what stays in the member.  */
#include <px.h>
#include <string.h>

enum { T = 32 };
struct s { int a[8], b[8]; int n; };
__device struct s g, all[2];

__kernel __requires (grid (1), block (1), threads (T)) void
f (int *out)
{
  int t = px_id (thread);
  __group (thread)
    {
      px_atomic_add (&g.a[7], 1);
      px_atomic_add (&g.b[0], 1);
      px_atomic_add (&all[1].a[7], 1);
    }
  __each (thread, int *v = out + t)
    {
      struct s own;
      memset (&own, 0, sizeof own);
      memset (own.a, 1, 32 - t);
      *v = own.b[0];
    }
}
