/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void g (void);
__device __requires (block (1), thread (32)) void
f (int n)
{
  for (int i = 0; i < n; i++)
    __group (thread, 32)
      {
	int w __perspective (thread, 32) = i;
	while (w-- > 0)
	  g ();
      }
}
