/* SPDX-License-Identifier: MIT */
/* A parameter that is a transparent union: newer nvptx compilers fail at calls with one.  */
/* { dg-do compile } */
#include <px.h>

typedef union { int *a; float *b; } either __attribute__ ((transparent_union));
__device void g (int n, either x);	/* { dg-error {parameter 2 of 'g' is a transparent union, which device code does not have .PX502.} } */
__kernel void
k (either x)	/* { dg-error {parameter 1 of 'k' is a transparent union, which device code does not have .PX502.} } */
{
  (void) x;
}
/* A pointer to one, and one of the host, are nothing.  */
__device int first (const either *p) { return *p->a; }
int host (either x) { return *x.a; }
