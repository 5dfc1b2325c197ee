/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void
f0 (double *p)
{
  __float128 x = 1;	/* { dg-error {'x' is a '_Float128' or has one, which device code does not have .PX502.} } */
  *p = x;
}
__device void
f1 (double *p)
{
  _Decimal64 x = 1;	/* { dg-error {'x' is a '_Decimal64' or has one, which device code does not have .PX502.} } */
  *p = x;
}
__device void
f2 (float *p)
{
  _Float16 x = 1;	/* { dg-error {('x' is a '_Float16' or has one, which device code does not have .PX502.|'_Float16' is not supported on this target)} } */	/* GCC 11 has none at all */
  *p = x;
}
struct s3
{
  int a;
  long double b;
};
__device void
f3 (struct s3 *p)
{
  struct s3 x;	/* { dg-error {'x' is a 'long double' or has one, which device code does not have .PX502.} } */
  x.a = 1;
  p->a = x.a;
}
struct s4
{
  int a;
  long double b;
};
__device void
f4 (struct s4 x, int *p)	/* { dg-error {'x' is a 'long double' or has one, which device code does not have .PX502.} } */
{
  *p = x.a;
}
__device long double v;	/* { dg-error {'v' is a 'long double' or has one, which device code does not have .PX502.} } */
__device void
f6 (_Complex long double *p)
{
  *p = 1;	/* { dg-error {arithmetic in 'long double', which device code does not have .PX502.} } */
}
__device __float128
f7 (double *p)	/* { dg-error {'f7' returns a '_Float128', which device code does not have .PX502.} } */
{
  return *p;
}
__kernel void
f8 (double *p, long double x)	/* { dg-error {'x' is a 'long double' or has one, which device code does not have .PX502.} } */
{
}
