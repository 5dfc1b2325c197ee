/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-no-output } } */
#include <px.h>

__device void
variable (double *p)
{
  long double x;	/* { dg-error {'x' is a .long double. or has one, which device code does not have[^\n]*PX502} } */
  *p = 1;
}

__device void
arithmetic (double *p)
{
  *p = *p * 2.0L;	/* { dg-error {arithmetic in 'long double'[^\n]*PX502} } */
}

__device void
parameter (long double x, double *p)	/* { dg-error {'x' is a 'long double'[^\n]*PX502} } */
{
  *p = 2;
}

long double
on_the_host (long double x)
{
  return x * 2;
}
