/* SPDX-License-Identifier: MIT */
/* D5: structures with views are copied, and filled by functions, within the bodies of the views; a
   number that a function gives of an object is passed on while a view of the object exists.  */
/* { dg-do compile } */
#include <px.h>

struct kept { int n; const int *p; };
__device static inline void put (struct kept *s, const int *p) { s->p = p; }
__device long count (const int *p);
__device int twice (long n);

__device __requires (block (1), threads (64), smem (512)) void
f (const int *a, int *sums)
{
  __shared int x[64];
  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = 0;
  struct kept s __perspective (thread, 1) = { 0, 0 };
  long n __perspective (thread, 1);
  __group (thread, 1)
    {
      n = count (x); /* { dg-warning "nothing is written to 'x'" } */
      put (&s, a);
    }
  __partition (thread, 1, int *w = x + t)
    __group (thread, 1)
      {
	struct kept r = { 1, w }, q;
	q = r;
	put (&r, w);
	*w = twice (n) + q.p[0] + r.p[0] + s.p[t];
      }
}
