/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* The neighbours of r2-carried-bad.c that stay inside: by one element less, by one turn less, and
   where the data decide.  */
#include <px.h>

#define BEGIN								\
  int b = px_id (block);						\
  __each (block, float *o = out + 64 * b)				\
    {									\
      __shared float y[65];						\
      int t = px_id (thread);						\
      __each (thread, float *p = y + t)					\
	{								\
	  p[0] = t;							\
	  if (t == 63)							\
	    p[1] = 64;							\
	}								\
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
      sum += a[t];
    }
  END
}

__kernel __requires (threads (64)) void
recurrence (float *out)
{
  BEGIN
  int a = 2;
  for (int i = 0; i < 6; i++)
    {
      sum += y[a];
      a = 2 * a - 1;
    }
  END
}

/* It never goes on more than 10 times, but only the data know it.  */
__kernel __requires (threads (64)) void
data (const int *in, float *out)
{
  BEGIN
  int a = 0;
  const float *p = y + 50;
  for (int i = 0; i < 40; i++)
    {
      if (in[i] > 0)
	{
	  a += 4;
	  p++;
	}
      sum += y[a] + p[4];
    }
  END
}

int
main (void)
{
  float *o = px_alloc_managed (64 * sizeof *o);
  int *in = px_alloc_managed (40 * sizeof *in), bad = 0;
  if (!o || !in)
    return 1;
  for (int i = 0; i < 40; i++)
    in[i] = i % 4 == 0;
  if (px_check (px_launch (px_grid (1, 64), pointer, o)) || px_check (px_synchronize ()))
    return 1;
  for (int i = 0; i < 64; i++)
    bad |= o[i] != 8 * i + 4;
  if (px_check (px_launch (px_grid (1, 64), recurrence, o)) || px_check (px_synchronize ()))
    return 1;
  for (int i = 0; i < 64; i++)
    bad |= o[i] != 2 + 3 + 5 + 9 + 17 + 33;
  if (px_check (px_launch (px_grid (1, 64), data, in, o)) || px_check (px_synchronize ()))
    return 1;
  float want = 0;
  for (int i = 0; i < 40; i++)
    want += 5 * (i / 4 + 1) + 54;
  for (int i = 0; i < 64; i++)
    bad |= o[i] != want;
  return bad;
}
