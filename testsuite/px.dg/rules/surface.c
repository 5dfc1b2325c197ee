/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* What may be left out: grid (1) and block (1) of a kernel, sizes of 1, the perspective of a
   variable that has an initialiser; and __each for a __partition with its __group.  */
#include "../aux/t.h"

#define WARP thread, 32
#define LANE thread
enum { N = 256 };

__kernel __requires (threads (64)) void
short_one (const int *in, int *out, int n)
{
  int t = px_id (thread);
  __each (thread, int *own = out + t)
    if (t < n)
      *own = in[t] + 1;
}

__kernel __requires (threads (64), smem (256)) void
levels (const int *in, int *out)
{
  int b = px_id (block);
  __each (block, int *o = out + b * 64)
    {
      __shared int tile[64];
      int w = px_id (WARP), t = px_id (LANE);
      const int *from = in + b * 64 + t;
      __each (WARP, int *part = tile + w * 32)
	{
	  int l = px_id (LANE);
	  __partition (LANE, int *own = part + l)
	    *own = *from;
	}
      __each (thread, 32, int *part = o + 32 * w)
	{
	  int l = px_id (thread);
	  __each (LANE, int *own = part + l)
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
__kernel __requires (threads (64), smem (4)) void
sizes (int *out)
{
  int b __perspective (block) = px_id (block);
  __partition (block, int *o = out + b * 64)
    __group (block)
      {
	__shared int sum[1];
	int t __perspective (thread) = px_id (thread);
	__claim (thread, int *s = sum)
	  __split (thread)
	    {
	      __case (1)
		*s = 7;
	    }
	__partition (thread, int *own = o + t)
	  __group (thread)
	    *own = sum[0] + t;
      }
}

/* Initialisers of all scalar types, in loops, with conditions, through calls and pointers.  */
__kernel __requires (threads (64)) void
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
  __each (thread, int *own = out + t)
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
