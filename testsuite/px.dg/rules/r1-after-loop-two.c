/* SPDX-License-Identifier: MIT */
/* A loop behind one that is left at two places: its counter starts with one value whichever way control
   comes to it.  r1-after-loop-two-bad.c: with two.  */
/* { dg-do compile } */
#include <px.h>

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
two_exits (int *out, const int *in, int most)
{
  __partition (block, 1, int *mine = out + px_id (block) * (2 * T))
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	int n = 0;
	do
	  n++;
	while (in[n] && n < most);
	for (int k = 0; k < 2; k++)
	  __partition (thread, 1, int *q = mine + k * T + t)
	    *q = n;
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
starts_with_an_argument (int *out, const int *in, int most)
{
  __partition (block, 1, int *mine = out + px_id (block) * T)
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	int n = 0;
	do
	  n++;
	while (in[n] && n < most);
	for (int k = most; k < most + 1; k++)
	  __partition (thread, 1, int *q = mine + (k - most) * T + t)
	    *q = n;
      }
}
