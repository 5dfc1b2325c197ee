/* SPDX-License-Identifier: MIT */
/* A fact holds if C defines its value: a product that may overflow, a divisor that may be 0.  */
/* { dg-do compile } */
#include <px.h>

__device __where (n * m >= 0) int product (int n, int m);	/* { dg-message {is declared here} } */
__device __where (n * m >= 0) int product_long (long n, long m);	/* { dg-message {is declared here} } */
__device __where (n + m >= n) int sum (int n, int m);	/* { dg-message {is declared here} } */
__device __where (n / m >= 0) int quotient (int n, int m);	/* { dg-message {is declared here} } */
__device __where (m <= 0 || n / m >= 0) int either (int n, int m);

__kernel __requires (grid (1), block (1), threads (32)) __where (n >= 0, m >= 0) void
bad (int n, int m, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + t)
    __group (thread, 1)
      {
	*q = product (n, m);	/* { dg-error {'product' requires[^\n]*PX308} } */
	*q += product_long ((long) n * n, m);	/* { dg-error {'product_long' requires[^\n]*PX308} } */
	*q += quotient (n, m);	/* { dg-error {'quotient' requires[^\n]*PX308} } */
	*q += sum (n, m);	/* { dg-error {'sum' requires[^\n]*PX308} } */
      }
}

__kernel __requires (grid (1), block (1), threads (32)) __where (n >= 0, m >= 0, n < 1000, m < 1000) void
good (int n, int m, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + t)
    __group (thread, 1)
      {
	*q = product (n, m);
	*q += product_long (n, m);
	*q += sum (n, m);
	*q += either (n, m);
      }
}
