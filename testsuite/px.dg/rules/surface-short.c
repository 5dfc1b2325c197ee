/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* The program of surface.c in the plain names of <px/short.h>.  */
#include "../aux/t.h"
#include <px/short.h>

#define WARP thread, 32
#define LANE thread
enum { N = 256 };

kernel requires (threads (64)) void
short_one (const int *in, int *out, int n)
{
  int t = px_id (thread);
  each (thread, int *own = out + t)
    if (t < n)
      *own = in[t] + 1;
}

kernel requires (threads (64), smem (256)) void
levels (const int *in, int *out)
{
  int b = px_id (block);
  each (block, int *o = out + b * 64)
    {
      shared int tile[64];
      int w = px_id (WARP), t = px_id (LANE);
      const int *from = in + b * 64 + t;
      each (WARP, int *part = tile + w * 32)
	{
	  int l = px_id (LANE);
	  partition (LANE, int *own = part + l)
	    *own = *from;
	}
      each (thread, 32, int *part = o + 32 * w)
	{
	  int l = px_id (thread);
	  each (LANE, int *own = part + l)
	    {
	      int far = tile[63 - w * 32 - l];
	      if (far % 2)
		far = -far;
	      *own = far;
	    }
	}
    }
}

/* Sizes that are left out everywhere else.  */
kernel requires (threads (64), smem (4)) void
sizes (int *out)
{
  int b perspective (block) = px_id (block);
  partition (block, int *o = out + b * 64)
    group (block)
      {
	shared int sum[1];
	int t perspective (thread) = px_id (thread);
	claim (thread, int *s = sum)
	  split (thread)
	    {
	      branch (1)
		*s = 7;
	    }
	partition (thread, int *own = o + t)
	  group (thread)
	    *own = sum[0] + t;
      }
}

/* Initialisers of all scalar types, in loops, with conditions, through calls and pointers.  */
kernel requires (threads (64)) void
initialised (const int *in, const double *d, int *out, int n)
{
  int t = px_id (thread);
  long wide = 2l * t;
  double x = d[t];
  _Bool odd = t % 2;
  int picked = t < n ? in[t] : -1, both = t > 1 && odd;
  enum { A, B } e = odd ? B : A;
  const int *p = in + (t + 1) % N;
  int sum = *p;
  for (int i = 0; i < n; i++)
    {
      int term = in[t] * i;
      sum += term;
    }
  int *q = &sum;
  *q += t;
  each (thread, int *own = out + t)
    *own = sum + (int) wide + (int) x + picked + both + (int) e;
}

int
main (void)
{
  int in[N], out[N];
  double d[N];
  for (int i = 0; i < N; i++)
    in[i] = 3 * i + 1, d[i] = i / 2.;
  int *x = t_dev (in, sizeof in), *y = t_dev (NULL, sizeof out);
  double *z = t_dev (d, sizeof d);

  LAUNCH (4, 64, short_one, x, y, N);
  OK (px_copy (out, y, sizeof out));
  for (int i = 0; i < N; i++)
    CHECK (out[i] == in[i] + 1);
  LAUNCH (4, 64, levels, x, y);
  OK (px_copy (out, y, sizeof out));
  for (int i = 0; i < N; i++)
    {
      int v = in[i - i % 64 + 63 - i % 64];
      CHECK (out[i] == (v % 2 ? -v : v));
    }
  LAUNCH (4, 64, sizes, y);
  OK (px_copy (out, y, sizeof out));
  for (int i = 0; i < N; i++)
    CHECK (out[i] == 7 + i % 64);
  LAUNCH (4, 64, initialised, x, z, y, 5);
  t_back (out, y, sizeof out);
  for (int i = 0; i < N; i++)
    CHECK (out[i]
	   == in[(i + 1) % N] + 10 * in[i] + i + 2 * i + i / 2 + (i < 5 ? in[i] : -1)
		+ (i > 1 && i % 2) + i % 2);
  OK (px_free (x));
  OK (px_free (z));
  return 0;
}

/* The other names.  */
constant int table[2] = { 1, 2 };
device requires (thread (1)) where (n > 0) alias (p, q) static int
helper (const int *p, const int *q, int n)
{
  return p[0] + q[n % 2] + table[n % 2];
}

kernel requires (threads (32), smem (256)) where (n > 0) void
others (const int *in, int *out, int n)
{
  group (block)
    {
      shared slots (2) int ring[2][32];
      (void) ring;
      int t = px_id (thread), lane = 0;
      async (int *to = ring[0])
	group (thread)
	  px_cp_async (to + t, in + t, 4);
      group (thread)
	{
	  unsafe asm ("mov.u32 %0, %%laneid;" : "=r" (lane));
	  int v = helper (in, in, n);
	  (void) v;
	}
    }
}
