/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* A body that ends before what belongs to it.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f0 (float *p)
{
  __partition (thread, 1, float *q = p + px_id (thread));	/* { dg-warning {the ';' ends the body of '__partition', which is empty} } */
    *q = 1;	/* { dg-error {'q' is not known here: the ';' after its '__partition \(\.\.\.\)' ends the body .PX608.} } */
}

__kernel __requires (grid (1), block (1), threads (32)) void
f1 (float *p)
{
  __partition (thread, 1,
	       float *q = p
			  + px_id (thread))
    *q = 1;
    *q += 1;	/* { dg-error {'q' is not known here: the body of its '__partition \(\.\.\.\)' is one statement; put braces around more .PX608.} } */
}

__kernel __requires (grid (1), block (1), threads (32)) void
f2 (float *p)
{
  __partition (thread, 1, float *q = p + px_id (thread))
    {
      *q = 1;
    }
  *q = 2;	/* { dg-error {'q' undeclared} } */
}

__kernel __requires (grid (1), block (1), threads (32)) void
f3 (float *p, int n)
{
  __group (block, 1) ;	/* { dg-warning {the ';' ends the body of '__group', which is empty} } */
  __group (block, 1) { }
  (void) p, (void) n;
}

__kernel __requires (grid (1), block (1), threads (32)) void
f4 (float *p)
{
  __each (thread, float *q = p + px_id (thread));	/* { dg-warning {the ';' ends the body of '__each', which is empty} } */
    *q = 1;	/* { dg-error {'q' is not known here: the ';' after its '__each \(\.\.\.\)' ends the body .PX608.} } */
}

__kernel __requires (grid (1), block (1), threads (32)) void
f5 (float *p)
{
  __each (thread, float *q = p + px_id (thread))
    *q = 1;
    *q += 1;	/* { dg-error {'q' is not known here: the body of its '__each \(\.\.\.\)' is one statement; put braces around more .PX608.} } */
}
