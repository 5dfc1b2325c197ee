/* SPDX-License-Identifier: MIT */
/* Functions that are not inlined, of this file: where a thread meets only itself in what they
   access, nothing is waited for; what they wait for inside counts outside, too.  */
/* { dg-do run } */
#include "../aux/t.h"

#define T 64
#define HERE __requires (block (1), threads (T)) __attribute__ ((noinline))

struct tile { int *p __perspective (block, 1); int ld; };
__device int table[T];

__device HERE void
add (int *p __perspective (block, 1), int v __perspective (block, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread))
    __group (thread, 1)
      *w += v;
}

/* Rows, a guard, an early way out.  */
__device HERE void
rows (int *p __perspective (block, 1), int n __perspective (block, 1))
{
  if (n == 0)
    return;
  int t __perspective (thread, 1) = px_id (thread);
  for (int i = 0; i < n; i++)
    __partition (thread, 1, int *w = p + i * T + t)
      __group (thread, 1)
	if (t < 40)
	  *w += i;
}

__device HERE void
twice (struct tile t __perspective (block, 1))
{
  add (t.p, 1);
  add (t.p + T, 2);
}

__device __attribute__ ((noinline)) int
get (const int *p __perspective (block, 1), int i)
{
  return p[i];
}

__device HERE void
turn (int *p __perspective (block, 1), int by __perspective (block, 1))
{
  int t __perspective (thread, 1) = px_id (thread);
  int v __perspective (thread, 1) = p[t ^ by];
  __partition (thread, 1, int *w = p + t)
    __group (thread, 1)
      *w = v;
}

__device __requires (grid (1), threads (T)) __attribute__ ((noinline)) void
note ()
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *w = table + t)
    __group (thread, 1)
      *w = 7 * t;
}

/* No barrier: 0.  */
__kernel __requires (grid (1), block (1), threads (T), smem (4 * 5 * T)) void
own (int *out __perspective (grid, 1), int n __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int s[5 * T];
	int t __perspective (thread, 1) = px_id (thread);
	for (int i = 0; i < 5; i++)
	  __partition (thread, 1, int *w = s + i * T + t)
	    __group (thread, 1)
	      *w = t;
	add (s, 1);
	add (s, 2);
	rows (s + T, 3);
	for (int i = 0; i < n; i++)
	  add (s + 4 * T, i);
	int g __perspective (thread, 1) = get (s, t) + get (s + T, t);
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = g + 100 * s[2 * T + t] + 10000 * s[4 * T + t];
      }
}

/* A pair's: TURN has one of its own, and so two here: not between it and ADD, which it orders.  */
__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
others (int *out __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int s[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = s + t)
	  __group (thread, 1)
	    *w = t;
	turn (s, 33);
	add (s, 1);
	int g __perspective (thread, 1) = get (s, t ^ 1);
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = s[t] + 1000 * g;
      }
}

/* Members: one before the call, none behind it.  Variables: one.  */
__kernel __requires (grid (1), block (1), threads (T), smem (4 * 2 * T)) void
members (int *out __perspective (grid, 1))
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared int s[2 * T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = s + 2 * t)
	  __group (thread, 1)
	    w[0] = w[1] = 5;
	twice ((struct tile) { s, T });
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = s[t] + 100 * s[T + t];
      }
}
__kernel __requires (grid (1), block (1), threads (T)) void
variables (int *out __perspective (grid, 1))
{
  note ();
  int v __perspective (thread, 1) = table[px_id (thread) ^ 33];
  __partition (thread, 1, int *w = out + px_id (thread))
    *w = v;
}

int
main (void)
{
  int out[T];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, T, own, d, 4);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == 2 * t + 3 + 100 * (t + (t < 40)) + 10000 * (t + 6));
  LAUNCH (1, T, others, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == (t ^ 33) + 1 + 1000 * ((t ^ 33 ^ 1) + 1));
  LAUNCH (1, T, members, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == 6 + 100 * 7);
  LAUNCH (1, T, variables, d);
  OK (px_copy (out, d, sizeof out));
  for (int t = 0; t < T; t++)
    CHECK (out[t] == 7 * (t ^ 33));
  return 0;
}
/* { dg-final { scan-ptx-times {bar\.sync 0;} 4 } } */
/* { dg-final { scan-ptx-times {bar\.warp\.sync} 1 } } */
