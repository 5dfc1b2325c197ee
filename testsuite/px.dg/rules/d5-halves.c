/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-px-undecided=error" } */
/* While a view of one part of an array exists another part is read by the array's name: of halves that change places, by a
   number; of rows; of members of a structure.  */
#include <px.h>
#include "../aux/t.h"

enum { T = 64 };

/* Number t of OUT is V.  */
#define FOUND(V) __each (thread, int *w = o + t) *w = V
#define KERNEL(NAME) \
  __kernel __requires (grid (1), block (1), threads (T), smem (2048)) void NAME (int *out, int n, int m) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + T * b) \
      { \
	int t = px_id (thread); \
	__shared int x[2][T]; \
	__each (thread, int *w = x[0] + t) \
	  *w = t; \
	__each (thread, int *w = x[1] + t) \
	  *w = 2 * t;
#define END FOUND (x[0][t ^ 2] + 3 * x[1][t ^ 3] + m); } }

KERNEL (less_from_one)
	int now = 0;
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = x[1 - now] + t)
	      *w = x[now][t ^ 1] + i;
	    now = 1 - now;
	  }
END

KERNEL (exclusive_or)
	int now = 0;
	for (int i = 0; i < n; i++, now ^= 1)
	  __each (thread, int *w = x[now ^ 1] + t)
	    *w = x[now][t ^ 1] + i;
END

KERNEL (not)
	int now = 0;
	for (int i = 0; i < n; i++)
	  {
	    __each (thread, int *w = &x[!now][t])
	      *w = x[now][(t + 1) % T] + i;
	    now = !now;
	  }
END

KERNEL (by_turn)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[(i + 1) % 2] + t)
	    *w = x[i % 2][t ^ 1] + i;
END

KERNEL (by_bit)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[~i & 1] + t)
	    *w = x[i & 1][t ^ 1] + i;
END

KERNEL (rows)
	__each (thread, int *w = x[0] + t)
	  *w = x[1][t ^ 1];
	__each (thread, int *w = x[1])
	  if (t < 32)
	    w[t] = x[0][t];
END

KERNEL (by_pointer)
	for (int i = 0; i < n; i++)
	  {
	    const int *from = x[i & 1];
	    int *to = x[1 - (i & 1)];
	    __each (thread, int *w = to + t)
	      for (int k = 0; k < 4; k++)
		*w += from[(t + k) % T];
	  }
END

__device __attribute__ ((noinline)) int
two (const int *p, int t)
{
  return p[t] + p[t ^ 1];
}

KERNEL (by_call)
	for (int i = 0; i < n; i++)
	  __each (thread, int *w = x[1 - (i & 1)] + t)
	    *w = two (x[i & 1], t);
END

/* Warps have parts of one half, and threads of these.  */
KERNEL (nested)
	for (int i = 0; i < n; i++)
	  __partition (thread, 32, int *h = x[1 - (i & 1)] + 32 * px_id (thread, 32))
	    __group (thread, 32)
	      __each (thread, int *w = h + t % 32)
		*w = x[i & 1][t ^ 33] + i;
END

struct pair { int a[T], b[T]; };

__kernel __requires (grid (1), block (1), threads (T), smem (1024)) void
members (int *out, int n, int m)
{
  int b = px_id (block);
  __each (block, int *o = out + T * b)
    {
      int t = px_id (thread);
      __shared struct pair p;
      __each (thread, int *w = p.a + t)
	*w = t;
      for (int i = 0; i < n; i++)
	{
	  __each (thread, int *w = p.b + t)
	    *w = p.a[T - 1 - t] + i;
	  __each (thread, int *w = p.a + t)
	    *w = p.b[t ^ 5];
	}
      FOUND (p.a[t] + m);
    }
}

/* In global memory, of which blocks have parts.  */
__kernel __requires (grid (1), block (1), threads (T)) void
rows_of_blocks (int (*out)[2][T], int n)
{
  int b = px_id (block);
  __each (block, int (*o)[2][T] = out + b)
    {
      int t = px_id (thread);
      for (int i = 0; i < n; i++)
	__each (thread, int *w = &(*o)[1 - i % 2][t])
	  *w = (*o)[i % 2][t ^ 1] + i;
    }
}

/* The same on the host: each turn makes one half of the other.  */
static int
want (int *out, int n, int m, int mask, int add)
{
  static int x[2][T];
  for (int t = 0; t < T; t++)
    {
      x[0][t] = t;
      x[1][t] = 2 * t;
    }
  for (int i = 0; i < n; i++)
    for (int t = 0; t < T; t++)
      x[1 - i % 2][t] = (add ? x[i % 2][(t + 1) % T] : x[i % 2][t ^ mask]) + i;
  for (int t = 0; t < T; t++)
    if (out[t] != x[0][t ^ 2] + 3 * x[1][t ^ 3] + m)
      return 1;
  return 0;
}

#define RUN(F, MASK, ADD) \
  { \
    int *o = t_dev (0, sizeof out); \
    LAUNCH (1, T, F, o, 5, 7); \
    t_back (out, o, sizeof out); \
    if (want (out, 5, 7, MASK, ADD)) \
      return 1; \
  }

int
main (void)
{
  static int out[T], r[2][T];
  RUN (less_from_one, 1, 0)
  RUN (exclusive_or, 1, 0)
  RUN (not, 1, 1)
  RUN (by_turn, 1, 0)
  RUN (by_bit, 1, 0)
  RUN (nested, 33, 0)
  int *o = t_dev (0, sizeof out);
  LAUNCH (1, T, rows, o, 5, 7);
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    if (out[t] != 2 * (t ^ 3) + 3 * ((t ^ 3) < 32 ? 2 * (t ^ 2) : 2 * (t ^ 3)) + 7)
      return 2;
  int (*d)[2][T] = t_dev (0, sizeof r);
  LAUNCH (1, T, rows_of_blocks, d, 3);
  t_back (r, d, sizeof r);
  for (int t = 0; t < T; t++)
    if (r[0][t] != 0 || r[1][t] != 2)
      return 3;
  return 0;
}
