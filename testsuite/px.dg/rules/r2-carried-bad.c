/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A pointer, and a number, that a loop carries from turn to turn so that no counter explains it
   leave their array in the second turn.  */
#include <px.h>

#define BEGIN								\
  int b = px_id (block);						\
  __each (block, float *o = out + 64 * b)				\
    {									\
      __shared float y[64];						\
      int t = px_id (thread);						\
      __each (thread, float *p = y + t)					\
	*p = t;								\
      float sum __perspective (thread) = 0;
#define END								\
      __each (thread, float *p = o + t)					\
	*p = sum;							\
    }

__kernel __requires (threads (64)) void
pointer (float *out)
{
  BEGIN
  const float *a = y;
  for (int i = 0; i < 8; i++)
    {
      a = i & 1 ? a + 1 : y;
      sum += a[t];			/* { dg-error {outside of 'y': at byte 256 of 256, by thread 63 .PX402.} } */
    }
  END
}

__kernel __requires (threads (64)) void
number (float *out)
{
  BEGIN
  int a = 0;
  for (int i = 0; i < 8; i++)
    {
      a = i & 1 ? a + 1 : 0;
      sum += y[a + t];			/* { dg-error {outside of 'y': at byte 256 of 256, by thread 63 .PX402.} } */
    }
  END
}

/* Doubled, then one back.  */
__kernel __requires (threads (64)) void
recurrence (float *out)
{
  BEGIN
  int a = 2;
  for (int i = 0; i < 7; i++)
    {
      sum += y[a];			/* { dg-error {outside of 'y': at byte 260 of 256, by thread 0 .PX402.} } */
      a = 2 * a - 1;
    }
  END
}
