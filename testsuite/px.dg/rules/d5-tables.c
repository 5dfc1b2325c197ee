/* SPDX-License-Identifier: MIT */
/* Buffers in rotation: a table of pointers, and numbers of elements that are never the same in one turn.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 64, N = 7 };

/* In turn NOW, buffer TO is made of buffer FROM.  INIT and NEXT: what else the loop counts.  */
#define ROTATE(name, INIT, FROM, TO, NEXT) \
  __kernel __requires (threads (T), smem (12 * T)) void \
  name (const int *in, int *out, int n) \
  { \
    int b = px_id (block); \
    __each (block, int *o = out + b * T) \
      { \
	__shared int x[T], y[T], z[T]; \
	int *all[3] = { x, y, z }; \
	int t = px_id (thread); \
	__each (thread, int *p = x + t, *q = y + t, *r = z + t) \
	  *p = in[b * T + t], *q = *r = 0; \
	INIT; \
	int last = 0; \
	for (int i = 0; i < n; i++) \
	  { \
	    const int *from = all[FROM]; \
	    int *to = all[TO]; \
	    __each (thread, int *p = to + t) \
	      *p = from[(t + 1) % T] + from[t] + i; \
	    last = TO; \
	    NEXT; \
	  } \
	__each (thread, int *p = o + t) \
	  *p = all[last][T - 1 - t]; \
      } \
  }

ROTATE (remainders, , i % 3, (i + 1) % 3, )
ROTATE (behind, , (i + 2) % 3, (i + 3) % 3, )
ROTATE (unsigned_ones, , (unsigned) i % 3, ((unsigned) i + 1) % 3, )
ROTATE (bits, , i & 1, (i + 1) & 1, )
ROTATE (swapped, int c = 0; int d = 1, c, d, int h = c; c = d; d = h)
ROTATE (swapped_three, int c = 0; int d = 1; int e = 2, c, d, int h = c; c = d; d = e; e = h)
ROTATE (swapped_down, int c = 2; int d = 1; int e = 0, c, d, int h = c; c = d; d = e; e = h)
ROTATE (others_swapped, int d = 1; int e = 2, i == 0 ? 0 : 3 - d, d, int h = d; d = e; e = h)
ROTATE (around, int c = 0, c, c == 2 ? 0 : c + 1, c = c == 2 ? 0 : c + 1)

static int
wrong (px_status s, const int *in, const int *out, int first)
{
  int now[T], then[T];
  if (px_check (s) || px_check (px_synchronize ()))
    return 1;
  for (int b = 0; b < 2; b++)
    {
      for (int t = 0; t < T; t++)
	now[t] = first ? 0 : in[b * T + t];
      for (int i = 0; i < N; i++)
	{
	  for (int t = 0; t < T; t++)
	    then[t] = now[(t + 1) % T] + now[t] + i;
	  memcpy (now, then, sizeof now);
	}
      for (int t = 0; t < T; t++)
	if (out[b * T + t] != now[T - 1 - t])
	  return 1;
    }
  return 0;
}

int
main (void)
{
  int *in = px_alloc_managed (2 * T * sizeof *in), *out = px_alloc_managed (2 * T * sizeof *out);
  struct px_config g = px_grid (2, T);
  for (int i = 0; i < 2 * T; i++)
    in[i] = i * i % 23;
  return wrong (px_launch (g, remainders, in, out, N), in, out, 0)
	 || wrong (px_launch (g, behind, in, out, N), in, out, 2)
	 || wrong (px_launch (g, unsigned_ones, in, out, N), in, out, 0)
	 || wrong (px_launch (g, bits, in, out, N), in, out, 0)
	 || wrong (px_launch (g, swapped, in, out, N), in, out, 0)
	 || wrong (px_launch (g, swapped_three, in, out, N), in, out, 0)
	 || wrong (px_launch (g, swapped_down, in, out, N), in, out, 2)
	 || wrong (px_launch (g, others_swapped, in, out, N), in, out, 0)
	 || wrong (px_launch (g, around, in, out, N), in, out, 0);
}
