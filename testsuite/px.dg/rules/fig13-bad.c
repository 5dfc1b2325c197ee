/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism Fig. 13 without its "async", and with a read in it. */
#include <px.h>

__device __requires (block (1), threads (64), smem (16)) void
f (const int *in)
{
  __shared int x[4];
  __claim (thread, 1, int *one = x)	/* { dg-message "'one' is declared here" } */
    __split (thread)
      {
	__case (1)
	  px_cp_async (one, in, 16);	/* { dg-error {operand 1 of 'px_cp_async' must be the name of an '__async'[^\n]*PX207} } */
      }
}

__device __requires (block (1), threads (64), smem (16)) int
g (const int *in)
{
  int sum __perspective (thread, 1) = 0;
  __shared int x[4];
  __claim (thread, 1, int *one = x)
    __split (thread)
      {
	__case (1)
	  __async (int *a = one)	/* { dg-message "'__async' begins here" } */
	    {
	      px_cp_async (a, in, 16);
	      sum += a[0];	/* { dg-error {asynchronous 'a' may only be an operand of an asynchronous copy[^\n]*PX207} } */
	    }
      }
  return 0;
}
