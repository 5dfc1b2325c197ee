/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Launches of few blocks, or of few threads, are right: the user knows how many there are.  */
#include <px.h>

__device static int two[2 * 192];
__device static int row[100];

__kernel __requires (threads (192)) void
blocks (int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *v = two + b * 192)
    __group (block, 1)
      for (int i = 0; i < 2; i++)
	__partition (thread, 1, int *w = v + px_id (thread))
	  __group (thread, 1)
	    *w = n;
}

/* Here not all that are fewer run the access.  */
__kernel __requires (threads (64)) void
some_blocks (int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __each (thread, int *w = out + b * 64 + px_id (thread))
    for (int i = 0; i < n; i++)
      if (b > 2)
	*w = two[b * 64 + i % 64];
}

__kernel void
threads (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *v = out + b * 1024)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, int *w = v + t)
	  __group (thread, 1)
	    for (int i = 0; i < 2; i++)
	      *w += row[t];
      }
}
