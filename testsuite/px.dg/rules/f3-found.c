/* SPDX-License-Identifier: MIT */
/* F3, F7: what a function finds in memory that an argument leads to may be broader.  */
/* { dg-do compile } */
#include <px.h>

struct s { const int *a; long b; };
__device __requires (thread (32)) int member (const struct s *x);
__device __requires (thread (32)) int pointed (const int *const *x);
__device __requires (thread (32)) int number (unsigned long x);
__device __requires (thread (32)) void other (const struct s *x, int *y);
__device int single (const struct s *x);

__device __requires (block (1), thread (32)) void
f (const int *in, int *o)
{
  int t __perspective (thread, 1) = px_id (thread), n = in[0];
  struct s x = { in, 1 }, y __perspective (thread, 1) = { &t, 0 };
  const int *p = &n;
  __partition (thread, 32, int *w = o + 32 * px_id (thread, 32))
    __group (thread, 32)
      {
	int v = member (&x) + pointed (&p) + number ((unsigned long) in);
	other (&x, w);
	if (v)
	  other (&x, w);
      }
  __group (thread, 1)
    t = single (&y);
}
