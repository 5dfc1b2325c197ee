/* SPDX-License-Identifier: MIT */
/* What follows from an error is not told: the body of a function that is no kernel, stores
   to a host variable, a construct with a call that returns twice, views of variable
   length.  */
/* { dg-do compile } */
#include <px.h>

struct s { int x; };
int host;

__kernel __requires (threads (32)) int	/* { dg-error {kernel 'a' must return 'void' .PX501.} "" { target *-*-* } .+1 } */
a (float *o)
{
  __group (block, 1) { __shared int x[3]; int t __perspective (thread, 1) = px_id (thread); }
  return 1;
}
__kernel __requires (threads (32)) void	/* { dg-error {kernel 'b' cannot take variable arguments .PX501.} "" { target *-*-* } .+1 } */
b (float *o, ...)
{
  __group (block, 1) { int t __perspective (thread, 1) = px_id (thread); }
}
void c (int);	/* { dg-message {first declared here} } */
__kernel void c (int n) { __group (block, 1) { } }	/* { dg-error {'c' was declared for the host before, without '__kernel', '__device' or '__constant' .PX606.} } */
__device __requires (block (1), threads (32)) void
d (int n, struct s s, int *o)
{
  void *to[5];
  host = n;	/* { dg-error {device code uses host variable 'host' .PX305.} } */
  __group (thread, s) { }	/* { dg-error {in '__group': aggregate value used where an integer was expected .PX608.} } */
  __group (block, 1)	/* { dg-message {'__group' begins here} } */
    if (__builtin_setjmp (to)) n = px_id (thread);	/* { dg-error {call that returns twice within '__group' .PX104.} } */
}
__device __requires (block (1), threads (32)) void
e (int n, int *o)
{
  __partition (thread, 1, int *p[n] = { o }) { }	/* { dg-error {in '__partition': variable-sized object may not be initialized[^\n]*.PX608.} } */
  __async (int *q[n]) { }	/* { dg-error {'q' in '__async' is not a pointer .PX605.} } */
}	/* { dg-message {'__async' begins here} "" { target *-*-* } .-1 } */
__device __requires (block (1), threads (32)) void
f (int n)
{
  goto in;	/* { dg-error {jump into statement expression} } */
  int k = ({ __group (block, 1) { in: ; } 1; });	/* { dg-message {label 'in' defined here} } */
}
/* { dg-message "declared here; a variable on the device" "" { target *-*-* } 0 } */
