/* SPDX-License-Identifier: MIT */
/* Quotients and remainders of sums with a multiple of the divisor are of one number: of `tile' one shift and one mask
   are left, of `thirds' one product for the quotient by 24.  Those that would differ stay.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {shr\.s32 %\w+, %\w+, 5;} 5 { target !gcc15 } } } */
/* { dg-final { scan-ptx-times {mul\.hi\.[su]32} 1 } } */
#include "../aux/t.h"

enum { T = 64, N = 256 };

__kernel __requires (grid (1), block (1), threads (T)) void
tile (int *restrict out)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      __group (thread, 1) __unsafe
	for (int i = 0; i < N; i += T)
	  {
	    int r = (i + t) / 32, c = (i + t) % 32;
	    out[i + t] = 100 * r + c;
	  }
    }
}

__kernel __requires (grid (1), block (1), threads (T)) void
thirds (int *restrict out)
{
  __group (block, 1)
    {
      int t __perspective (thread, 1) = px_id (thread);
      __group (thread, 1) __unsafe
	for (int i = 0; i < 4; i++)
	  out[i * T + t] = 100 * ((24 * i + t) / 24) + (24 * i + t) % 24;
    }
}

/* A number of either sign: a shift rounds as the sum does, a division does not.  */
__kernel __requires (grid (1), block (1), threads (T)) void
either (int *restrict out, const int *restrict in)
{
  EACH_THREAD (t)
    {
      int x = in[t];
      out[t] = 1000 * ((x + 96) >> 5) + ((x + 96) & 31);
      out[T + t] = 1000 * ((x + 96) / 32) + (x + 96) % 32;
      out[2 * T + t] = 1000 * (x >> 5) + (x & 31);
      out[3 * T + t] = 1000 * ((x - 64) / 32) + ((x + 80) >> 5) + ((x - 64) >> 5);
    }
}

static int out[N], in[T];

int
main (void)
{
  int *d = t_dev (NULL, sizeof out);
  LAUNCH (1, T, tile, d);
  OK (px_copy (out, d, sizeof out));
  for (int i = 0; i < N; i++)
    CHECK (out[i] == 100 * (i / 32) + i % 32);
  LAUNCH (1, T, thirds, d);
  OK (px_copy (out, d, sizeof out));
  for (int i = 0; i < N; i++)
    CHECK (out[i] == 100 * ((24 * (i / T) + i % T) / 24) + (24 * (i / T) + i % T) % 24);
  for (int t = 0; t < T; t++)
    in[t] = 7 * t - 250;
  int *e = t_dev (in, sizeof in);
  LAUNCH (1, T, either, d, e);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    {
      int x = in[t];
      CHECK (out[t] == 1000 * ((x + 96) >> 5) + ((x + 96) & 31));
      CHECK (out[T + t] == 1000 * ((x + 96) / 32) + (x + 96) % 32);
      CHECK (out[2 * T + t] == 1000 * (x >> 5) + (x & 31));
      CHECK (out[3 * T + t] == 1000 * ((x - 64) / 32) + ((x + 80) >> 5) + ((x - 64) >> 5));
    }
  return 0;
}
