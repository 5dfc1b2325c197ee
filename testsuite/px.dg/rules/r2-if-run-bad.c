/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Accesses that are outside wherever they run, but px does not know whether they do: data decide it.  */
#include <px.h>

__constant int numbers[4] = { 1, 2, 3, 4 };

__kernel __requires (threads (256), smem (1040)) void
f (const int *in, int *out)
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
	    px_atomic_add (out, y[4]);	/* { dg-warning {outside of 'y' if it runs: at byte 16 of 16, by thread 0 .PX403} } */
	  more = y[2];
	}
      __group (thread)
	{
	  int i = in[t] & 511, j = in[t + 256], own[8] = { 0 };
	  if (i >= 256)
	    px_atomic_add (out, x[i]);	/* { dg-warning {outside of 'x' if it runs} } */
	  if (j == 3)
	    own[8] = 1;			/* { dg-warning {outside of 'own' if it runs: at byte 32 of 32} } */
	  if (j == 4)
	    px_atomic_add (out, numbers[4]); /* { dg-warning {outside of 'numbers' if it runs} } */
	  if (j > 4)
	    px_atomic_add (out, own[8 + (j * j & 7)]); /* { dg-warning {outside of 'own' if it runs} } */
	  px_atomic_add (out, own[j & 7]);
	}
    }
}

/* Of values that are too many to be tried the byte is not known.  */
__device static int
pop (const int *in)
{
  int own[8] = { 0 }, n = 0;
  for (int i = 0; in[i]; i++)
    own[n++ & 7] = in[i];
  return own[8 + (unsigned) (n * in[0]) / 3 % 1024];	/* { dg-warning {outside of 'own', which has 32 bytes, if it runs} } */
}

__kernel void
g (const int *in, int *out)
{
  int i = px_id (thread);
  __each (thread, int *p = out + i)
    *p = pop (in + i);
}
