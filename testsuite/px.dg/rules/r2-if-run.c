/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The same, inside for some values, or never there.  */
#include <px.h>

__constant int numbers[4] = { 1, 2, 3, 4 };

__kernel __requires (threads (256), smem (1040)) void
f (const int *in, int *out, int n)
{
  __group (block)
    {
      __shared int x[256], y[4];
      int t = px_id (thread);
      __each (thread, int *p = x + t)
	*p = in[t];
      __each (thread, int *p = y + t)
	if (t < 4)
	  *p = in[t];
      int more __perspective (block) = 1;
      while (more)
	{
	  __split (thread) __case (1)
	    px_atomic_add (out, y[3]);
	  more = y[2];
	}
      __group (thread)
	{
	  int i = in[t] & 511, j = in[t + 256], own[8] = { 0 };
	  if (i <= 256)
	    px_atomic_add (out, x[i]);
	  if (j == 3)
	    own[7] = 1;
	  if (j == 4)
	    px_atomic_add (out, numbers[3]);
	  if (j > 4)
	    px_atomic_add (out, own[7 + (j * j & 7)]);
	  if (j > 5 && n > 8 && n < 4)
	    px_atomic_add (out, own[8]);
	  px_atomic_add (out, own[j & 7]);
	}
    }
}

__device static int
pop (const int *in)
{
  int own[8] = { 0 }, n = 0;
  for (int i = 0; in[i]; i++)
    own[n++ & 7] = in[i];
  return own[7 + (unsigned) (n * in[0]) / 3 % 1024];
}

__kernel void
g (const int *in, int *out)
{
  int i = px_id (thread);
  __each (thread, int *p = out + i)
    *p = pop (in + i);
}
