/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -Wno-old-style-definition" } */
#include <px.h>

__kernel int
f0 (int *p)	/* { dg-error {kernel 'f0' must return 'void' .PX501.} } */
{
  return 0;
}
__kernel __device void
f1 (int *p)	/* { dg-error {'f1' is a kernel already, and cannot be '__device' too .PX603.} } */
{
}
__device __kernel void
f2 (int *p)	/* { dg-error {'f2' is '__device' already, and cannot be a kernel too .PX603.} } */
{
}
inline __kernel void
f3 (int *p)	/* { dg-error {device function 'f3' is 'inline', but not 'static inline' .PX603.} } */
{
}
__attribute__ ((weak)) __kernel void
f4 (int *p)	/* { dg-error {'f4' is for the device, and cannot be 'weak' .PX603.} } */
{
}
__attribute__ ((weak)) __device void
f5 (int *p)	/* { dg-error {'f5' is for the device, and cannot be 'weak' .PX603.} } */
{
}
__device void
f6 (int *p)
{
}
__device void g6 (int *p) __attribute__ ((alias ("f6")));	/* { dg-error {'g6' is for the device, and cannot be 'alias' .PX603.} } */
__device void
f7 (int *p, ...)	/* { dg-error {device function 'f7' cannot take variable arguments .PX501.} } */
{
}
__kernel void f8 (p) int *p;	/* { dg-error {device function 'f8' needs the types of its parameters in its parentheses .PX603.} } */
{
}
__device void f9 (p) int *p;	/* { dg-error {device function 'f9' needs the types of its parameters in its parentheses .PX603.} } */
{
}
__kernel int x10;	/* { dg-error {'__kernel' belongs to a function, and 'x10' is none .PX603.} } */
