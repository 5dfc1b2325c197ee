/* SPDX-License-Identifier: MIT */
/* Functions of another file that have named barriers: each unit that calls gives them numbers that
   neither others nor the kernel itself use.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/calls-named-callees.c" } */
#include "../aux/t.h"
#include "aux/calls-named.h"

enum { T = 384 };

__kernel __requires (grid (1), block (1), threads (T), smem (4 * T)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int v[T];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = v + t)
	  *w = in[b * T + t];
	for (int i = 0; i < n; i++)
	  __partition (thread, 64, int *part = v + 64 * px_id (thread, 64))
	    __group (thread, 64)
	      if (in[b * T] + i)
		turn64 (part);
	__partition (thread, 1, int *w = o + t)
	  *w = v[t ^ 1];
      }
}

/* 256 threads and then 128 of a split; the kernel turns by 64 and by 128, too.  */
__kernel __requires (grid (1), block (1), threads (T), smem (8 * T)) void
g (const int *in, int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * T)
    __group (block, 1)
      {
	__shared int v[256], u[128];
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = v + t)
	  __group (thread, 1)
	    if (t < 256)
	      *w = in[b * T + t];
	__partition (thread, 1, int *w = u + t - 256)
	  __group (thread, 1)
	    if (t >= 256)
	      *w = in[b * T + t];
	__claim (thread, 256, int *vs = v)
	  __claim (thread, 128, int *us = u)
	    __split (thread)
	      {
		__case (256)
		  __partition (thread, 64, int *part = vs + 64 * px_id (thread, 64))
		    __group (thread, 64)
		      {
			int q __perspective (thread, 1) = px_id (thread);
			turn64 (part);
			int x __perspective (thread, 1) = part[q ^ 32];
			__partition (thread, 1, int *w = part + q)
			  *w = x;
		      }
		__case (128)
		  {
		    int q __perspective (thread, 1) = px_id (thread);
		    turn128 (us);
		    int x __perspective (thread, 1) = us[q ^ 64];
		    __partition (thread, 1, int *w = us + q)
		      *w = x;
		  }
	      }
	__partition (thread, 1, int *w = o + t)
	  __group (thread, 1)
	    *w = t < 256 ? v[t] : u[t - 256];
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
h (int *out)
{
  __partition (block, 1, int *o = out + px_id (block) * T)
    __group (block, 1)
      {
	turn_block (o);
	turn_block (o);
	turn_block (o);
      }
}

int
main (void)
{
  enum { B = 2 };
  static int in[B * T], out[B * T];
  for (int i = 0; i < B * T; i++)
    in[i] = i + 1;
  int *d = t_dev (in, sizeof in), *e = t_dev (0, sizeof out);
  LAUNCH (B, T, f, d, e, 3);
  OK (px_copy (out, e, sizeof out));
  for (int i = 0; i < B * T; i++)
    CHECK (out[i] == in[i ^ 1 ^ 63]);
  LAUNCH (B, T, g, d, e);
  OK (px_copy (out, e, sizeof out));
  for (int i = 0; i < B * T; i++)
    CHECK (out[i] == in[i % T < 256 ? i ^ 32 ^ 63 : i ^ 64 ^ 127]);
  LAUNCH (B, T, h, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < B * T; i++)
    CHECK (out[i] == in[i ^ 63]);
  return 0;
}
