/* SPDX-License-Identifier: MIT */
/* What a loop left behind, where its end is known.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-explain" } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64)) void
constant (int *p)
{
  __partition (thread, 1, int *w = p + 5 * px_id (thread))	/* { dg-message "race-free" } */
    __group (thread, 1)
      {
	int i;
	for (i = 0; i < 4; i++)
	  w[i] = 1;
	w[i] = 2;
      }
}

__kernel __requires (grid (1), block (1), threads (64)) void
size (int *p, int n)
{
  if (n <= 0)
    return;
  __partition (thread, 1, int *w = p + (n + 1) * px_id (thread))	/* { dg-message "race-free" } */
    __group (thread, 1)
      {
	int i;
	for (i = 0; i < n; i++)
	  w[i] = 1;
	w[i] = 2;
      }
}
