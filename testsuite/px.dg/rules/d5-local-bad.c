/* SPDX-License-Identifier: MIT */
/* D5: a local array is each thread's own, so that there is nothing to deal out.  */
/* { dg-do compile } */
#include <px.h>

struct s { int a[32]; };

__device __requires (thread (32)) void
f (int *o)
{
  int l[32] = { 0 };	/* { dg-message "'l' is declared here" } */
  __partition (thread, 1, int *q = l + px_id (thread))	/* { dg-error {'__partition' of 'l', but each thread has a 'l' of its own: the units have nothing to share out; make it '__shared' .PX205.} } */
    __group (thread, 1)
      *q = 1;
  if (l[3])
    px_atomic_add (o, px_reduce_add (1));
}

__device __requires (thread (32)) void
g (struct s x)	/* { dg-message "'x' is declared here" } */
{
  __claim (thread, 1, int *q = x.a)	/* { dg-error {'__claim' of 'x', but each thread has a 'x' of its own[^\n]*PX205} } */
    __split (thread)
      {
	__case (1) *q = 1;
      }
}
