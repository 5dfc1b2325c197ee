/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Local variables in what an inlined function gets.  */
#include <px.h>

__device static inline int
first (const int *p)
{
  return p[0];	/* { dg-error {outside of 'd': at byte 16 of 16, by thread 0} } */
}

__kernel __requires (threads (64)) void
by_inline (int *out)
{
  int t = px_id (thread);
  __each (thread, int *o = out + t)
    {
      int d[4] = { t, t, *o, t };
      *o = first (&d[2]) + first (d + 4);
    }
}
