/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* Pointers change places: heat on a ring of points, in two arrays of shared memory; with a turn in which nothing moves;
   in two parts of global memory; three in turn; chosen by a condition. */
#include "../aux/t.h"

enum { T = 64, TURNS = 7 };

#define SWAP(a, b) { float *s = a; a = b; b = s; }
#define STEP(from, to) \
  { \
    float v __perspective (thread, 1) = 0.25f * (from[(t + 1) % T] + from[(t + T - 1) % T] + 2 * from[t]); \
    __partition (thread, 1, float *q = to + t) \
      *q = v; \
  }

__kernel __requires (grid (1), block (1), threads (T)) void
shared (float *u, int n, int odd)
{
  __partition (block, 1, float *mine = u + T * px_id (block))
    __group (block, 1)
      {
	__shared float x[T], y[T];
	float *from = x, *to = y;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *q = x + t)
	  *q = mine[t];
	for (int i = 0; i < n; i++)
	  {
	    STEP (from, to)
	    if (i != odd)
	      SWAP (from, to)
	  }
	float v __perspective (thread, 1) = from[T - 1 - t];
	__partition (thread, 1, float *q = mine + T - 1 - t)
	  *q = v;
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
global (float *u, float *w, int n)
{
  __partition (block, 1, float *a = u + T * px_id (block))
    __partition (block, 1, float *b = w + T * px_id (block))
      __group (block, 1)
	{
	  float *from = a, *to = b;
	  int t __perspective (thread, 1) = px_id (thread);
	  for (int i = 0; i < n; i++)
	    {
	      STEP (from, to)
	      SWAP (from, to)
	    }
	}
}

__kernel __requires (grid (1), block (1), threads (T)) void
three (float *u, int n)
{
  __partition (block, 1, float *mine = u + T * px_id (block))
    __group (block, 1)
      {
	__shared float x[T], y[T], z[T];
	float *now = x, *next = y, *after = z;
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *q = x + t)
	  *q = mine[t];
	for (int i = 0; i < n; i++)
	  {
	    STEP (now, next)
	    float *s = now;
	    now = next;
	    next = after;
	    after = s;
	  }
	float *last = n % 3 == 1 ? y : n % 3 == 2 ? z : x;
	float v __perspective (thread, 1) = last[T - 1 - t];
	__partition (thread, 1, float *q = mine + T - 1 - t)
	  *q = v;
      }
}

static float u[2 * T], w[2 * T], got[2 * T];

static void
step (const float *from, float *to)
{
  for (int b = 0; b < 2 * T; b += T)
    for (int t = 0; t < T; t++)
      to[b + t] = 0.25f * (from[b + (t + 1) % T] + from[b + (t + T - 1) % T] + 2 * from[b + t]);
}

int
main (void)
{
  for (int n = 0; n < TURNS; n++)
    for (int k = 0; k < 4; k++)
      {
	for (int i = 0; i < 2 * T; i++)
	  u[i] = i * 37 % 64;
	float *d = t_dev (u, sizeof u), *e = t_dev (u, sizeof u);
	if (k == 3)
	  LAUNCH (2, T, three, d, n);
	else if (k == 2)
	  LAUNCH (2, T, global, d, e, n);
	else
	  LAUNCH (2, T, shared, d, n, k ? 3 : -1);
	float *from = u, *to = w;
	for (int i = 0; i < n; i++)
	  {
	    step (from, to);
	    if (!(k == 1 && i == 3))
	      SWAP (from, to)
	  }
	t_back (got, k == 2 && n % 2 ? e : d, sizeof got);
	for (int i = 0; i < 2 * T; i++)
	  CHECK (got[i] == from[i]);
	OK (px_free (k == 2 && n % 2 ? d : e));
      }
  return 0;
}
