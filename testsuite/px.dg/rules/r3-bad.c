/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Reads of __shared variables to which nothing has been written.  */
#include <px.h>

struct pair { int a[64], b[64]; };

__device __attribute__ ((noinline)) static int
sum (const int *p)
{
  return p[0] + p[1];
}

__kernel __requires (threads (64), smem (4096)) void
f (const int *in, int *out, int n)
{
  int b = px_id (block);
  __each (block, int *o = out + b * 64)
    {
      __shared int count[64], never[64], once, late[64], passed[64];
      __shared struct pair s;
      int t = px_id (thread);
      __group (thread)
	px_atomic_add (count + (in[t] & 63), 1);	/* { dg-warning {nothing is written to 'count' before it is read here .PX405} } */
      int x = never[63 - t];		/* { dg-warning "'never'" } */
      int y = sum (passed);		/* { dg-warning "'passed'" } */
      if (n > 0)
	x += late[t];			/* { dg-warning "'late'" } */
      __each (thread, int *p = late + t)
	*p = x;
      for (int i = 0; i < n; i++)
	{
	  __shared int turn[64];
	  x += turn[63 - t] + i;	/* { dg-warning "'turn'" } */
	}
      x += s.b[t];			/* { dg-warning "'s'" } */
      __group (thread)
	px_atomic_max (&once, t);	/* { dg-warning "'once'" } */
      __each (thread, int *p = o + t)
	*p = count[t] + once + late[63 - t] + x + y;
    }
}
