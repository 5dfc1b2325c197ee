/* SPDX-License-Identifier: MIT */
/* What is not unrolled: where a pragma says so, by as many turns as it says, and what would be
   too much code.  Their arrays are in memory.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {\.local \.align} 3 } } */
#include "../aux/t.h"

__kernel __requires (grid (1), threads (32)) void
never (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v[8] __perspective (thread, 1), s __perspective (thread, 1) = 0;
#pragma GCC unroll 1
  for (int i = 0; i < 8; i++)
    v[i] = in[i * 32 + t];
#pragma GCC unroll 1
  for (int i = 0; i < 8; i++)
    s = 3 * s + v[i];
  __partition (thread, 1, int *o = out + t)
    *o = s;
}

__kernel __requires (grid (1), threads (32)) void
by_two (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v[8] __perspective (thread, 1), s __perspective (thread, 1) = 0;
#pragma GCC unroll 2
  for (int i = 0; i < 8; i++)
    v[i] = in[i * 32 + t];
#pragma GCC unroll 2
  for (int i = 0; i < 8; i++)
    s = 3 * s + v[i];
  __partition (thread, 1, int *o = out + t)
    *o = s;
}

__kernel __requires (grid (1), threads (32)) void
many (const int *in, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  int v[1000] __perspective (thread, 1), s __perspective (thread, 1) = 0;
  for (int i = 0; i < 1000; i++)
    v[i] = in[i % 8 * 32 + t] + i;
  for (int i = 999; i >= 0; i--)
    s = 3 * s + v[i];
  __partition (thread, 1, int *o = out + t)
    *o = s;
}

int
main (void)
{
  int *in = NEW (int, 256), *out = NEW (int, 96);
  for (int i = 0; i < 256; i++)
    in[i] = RND (100);
  LAUNCH (1, 32, never, in, out);
  LAUNCH (1, 32, by_two, in, out + 32);
  LAUNCH (1, 32, many, in, out + 64);
  for (int t = 0; t < 32; t++)
    {
      unsigned s = 0, m = 0;
      for (int i = 0; i < 8; i++)
	s = 3 * s + in[i * 32 + t];
      for (int i = 999; i >= 0; i--)
	m = 3 * m + in[i % 8 * 32 + t] + i;
      CHECK (out[t] == (int) s && out[32 + t] == (int) s && out[64 + t] == (int) m);
    }
  return 0;
}
