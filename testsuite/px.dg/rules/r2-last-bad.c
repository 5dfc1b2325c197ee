/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The block's last thread leaves the array in the second turn, of which there may be none; two loops
   of one turn less do not.  */
#include <px.h>

__kernel __requires (threads (64)) void
last (float *out, int n)
{
  int b = px_id (block);
  __each (block, float *o = out + 64 * b)
    {
      __shared float y[64], z[65];
      int t = px_id (thread);
      __each (thread, float *p = y + t)
	*p = t;
      __each (thread, float *p = z + t)
	{
	  p[0] = t;
	  if (t == 63)
	    p[1] = t;
	}
      float sum __perspective (thread) = 0;
      for (int i = 0; i < n; i++)
	sum += y[i + t];	/* { dg-warning {may be outside of 'y': at byte 256 of 256, by thread 63, where n >= 2 .PX403.} } */
	/* { dg-message {if no launch is like this, state why} "" { target *-*-* } .-1 } */
      for (int i = 0; i < 2; i++)
	sum += z[i + t];	/* { dg-bogus outside } */
      for (int i = 0; i < n && i < 2; i++)
	sum += z[i + t];	/* { dg-bogus outside } */
      __each (thread, float *p = o + t)
	*p = sum;
    }
}
