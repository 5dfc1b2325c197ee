/* SPDX-License-Identifier: MIT */
/* What a callee asks for is not known where it is called.  */
/* { dg-do compile } */
#include <px.h>

__device __where (n > 0, n % 4 == 0) static inline int
quarters (int n)	/* { dg-message {'quarters' is declared here} } */
{
  return n / 4;
}

__device __where (d != 0) int over (int a, int d);	/* { dg-message {'over' is declared here} } */

__kernel __requires (grid (1), block (1), threads (32)) __where (n > 0) void
f (int n, int m, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + t)
    __group (thread, 1)
      {
	*q = quarters (n);	/* { dg-error {'quarters' requires '__where \(n % 4 == 0\)', which px cannot prove here[^\n]*PX308} } */
	*q += over (n, m);	/* { dg-error {'over' requires '__where \(d != 0\)'[^\n]*PX308} } */
	if (m)
	  *q += over (n, m);
	*q += quarters (t * 4);	/* { dg-error {n > 0} } */
	*q += quarters (6);	/* { dg-error {n % 4 == 0} } */
      }
}
