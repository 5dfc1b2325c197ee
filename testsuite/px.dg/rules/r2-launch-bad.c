/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* No launch is right, whatever its numbers of blocks and of threads.  */
#include <px.h>

__device static int two[2 * 192];

__kernel __requires (threads (192)) void
blocks (int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *v = two + b * 192)
    __group (block, 1)
      for (int i = 0; i < 2; i++)
	__partition (thread, 1, int *w = v + px_id (thread) + 200)
	  __group (thread, 1)
	    *w = n; /* { dg-error "this access is outside of 'two': at byte \[0-9]+ of 1536, by thread \[0-9]+ \\\[PX402" } */
}

/* Those that are fewer do not run it.  */
__kernel __requires (threads (64)) void
some_blocks (int *out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __each (thread, int *w = out + b * 64 + px_id (thread))
    for (int i = 0; i < n; i++)
      if (b > 5)
	*w = two[b * 64 + i % 64]; /* { dg-error "this access is outside of 'two'.*PX402" } */
}
