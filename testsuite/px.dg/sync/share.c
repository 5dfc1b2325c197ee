/* SPDX-License-Identifier: MIT */
/* Arrays that are never alive together share bytes (D3), and what runs into
   another's bytes is ordered: scopes in a row, in a loop, of inlined functions,
   beside a called function's frame.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64
#define ROW (4 * T)

/* Turns V by K; once used, its array is dead.  */
__device __requires (block (1), threads (T), smem (ROW)) static inline void
turn (int *v __perspective (block, 1), int k __perspective (block, 1))
{
  __shared int tile[T];
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = tile + t)
    __group (thread, 1)
      *w = v[t];
  __partition (thread, 1, int *w = v + t)
    __group (thread, 1)
      *w = tile[(t + k) % T];
}

__device __requires (block (1), threads (T), smem (2 * ROW)) __attribute__ ((noinline)) void
add (int *v __perspective (block, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  {
    __shared int a[2 * T];
    __partition (thread, 1, int *w = a + T + t)
      __group (thread, 1)
	*w = t;
    __partition (thread, 1, int *w = v + t)
      __group (thread, 1)
	*w += a[2 * T - 1 - t];
  }
  {
    __shared int b[T], c[T];
    __partition (thread, 1, int *w = b + t)
      __group (thread, 1)
	*w = 1;
    __partition (thread, 1, int *w = c + t)
      __group (thread, 1)
	*w = b[t ^ 3];
    __partition (thread, 1, int *w = v + t)
      __group (thread, 1)
	*w += c[t ^ 5];
  }
}

/* OWN, then the frame of add, or two rows for the others.  */
__kernel __requires (grid (1), block (1), threads (T), smem (3 * ROW)) void
f (int *out)
{
  __group (block, 1)
    {
      __shared int own[T];
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = own + t)
	__group (thread, 1)
	  *w = t;
      turn (own, 1);
      for (int i __perspective (block, 1) = 0; i < 3; i++)
	{
	  {
	    __shared int x[T];
	    __shared int y[T];
	    __partition (thread, 1, int *w = x + t)
	      __group (thread, 1)
		*w = own[t] + i;
	    __partition (thread, 1, int *w = y + t)
	      __group (thread, 1)
		*w = x[t ^ 1];
	    __partition (thread, 1, int *w = own + t)
	      __group (thread, 1)
		*w = y[t ^ 33];
	  }
	  turn (own, 5);
	  __shared int z[2 * T];
	  __partition (thread, 1, int *w = z + T + t)
	    __group (thread, 1)
	      *w = own[t ^ 7];
	  __partition (thread, 1, int *w = own + t)
	    __group (thread, 1)
	      *w = z[T + (t ^ 9)];
	}
      add (own);
      int v __perspective (thread, 1) = own[t ^ 3];
      __group (thread, 1)
	__unsafe { out[t] = v; }
    }
}

static void
turned (int *v, int k)
{
  int w[T];
  for (int t = 0; t < T; t++)
    w[t] = v[(t + k) % T];
  for (int t = 0; t < T; t++)
    v[t] = w[t];
}

int
main (void)
{
  static int out[T], v[T], w[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d);
  t_back (out, d, sizeof out);
  for (int t = 0; t < T; t++)
    v[t] = t;
  turned (v, 1);
  for (int i = 0; i < 3; i++)
    {
      for (int t = 0; t < T; t++)
	w[t] = v[t ^ 33 ^ 1] + i;
      for (int t = 0; t < T; t++)
	v[t] = w[t];
      turned (v, 5);
      for (int t = 0; t < T; t++)
	w[t] = v[t ^ 9 ^ 7];
      for (int t = 0; t < T; t++)
	v[t] = w[t];
    }
  for (int t = 0; t < T; t++)
    CHECK (out[t ^ 3] == v[t] + T - 1 - t + 1);
  return 0;
}
