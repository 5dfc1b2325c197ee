/* SPDX-License-Identifier: MIT */
/* Slots that functions fill and drain of which nothing is known, and which may write a variable that the kernel names:
   a slot is released behind the call, not before it.  */
/* { dg-do run } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"

enum { S = 2, P = 32, MOST = 9 };
__device int level[4];

__device OPAQUE void
put (int *q __perspective (thread, 1), int v)
{
  *q = v;
}

__device OPAQUE int
get (const int *slot, int i)
{
  int v = 0;
  for (int k = 0; k < 20; k++) /* late */
    v += slot[i] * (k == 19) + slot[k] * 0;
  return v;
}

__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void
f (const int *in, int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + b * P)
    __group (block, 1)
      {
	__shared __slots (S) int x[S][P];
	__claim (thread, P, int *mine = o)
	  __split (thread)
	    {
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread);
		  for (int i = 0; i < n; i++)
		    __each (thread, int *w = x[i % S] + t)
		      put (w, in[i * P + t]);
		}
	      __case (P)
		{
		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = level[0];
		  for (int i = 0; i < n; i++)
		    sum = sum * 3 + get (x[i % S], P - 1 - t);
		  __each (thread, int *w = mine + t) *w = sum;
		}
	    }
      }
}

int
main (void)
{
  static int in[MOST * P], out[P];
  for (int i = 0; i < MOST * P; i++)
    in[i] = i * 7 % 101;
  int *d = t_dev (in, sizeof in);
  for (int n = 0; n <= MOST; n++)
    {
      int *o = t_dev (0, sizeof out);
      LAUNCH (1, 2 * P, f, d, o, n);
      t_back (out, o, sizeof out);
      for (int t = 0; t < P; t++)
	{
	  int sum = 0;
	  for (int i = 0; i < n; i++)
	    sum = sum * 3 + in[i * P + P - 1 - t];
	  CHECK (out[t] == sum);
	}
    }
  return px_check (px_free (d));
}
