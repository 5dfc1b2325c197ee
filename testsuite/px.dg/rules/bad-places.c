/* SPDX-License-Identifier: MIT */
/* Declarations for the device where there can be none, one error each.  */
/* { dg-do compile } */
#include <px.h>

__device _Thread_local int t;	/* { dg-error {thread-local variable 't' in device code .PX503.} } */
__device void f (int *p)
{
  extern __device int x;	/* { dg-error {'__device' belongs to a function or a variable at file scope .PX603.} } */
  *p = x;
}
void host (int *p)
{
  __device void g (int *q) { *q = 1; }	/* { dg-error {nested function 'g' in device code .PX504.} } */
  g (p);
}
__device __requires (thread (32)) int h (int n) __perspective (thread, 1)	/* { dg-error {'__perspective' belongs before the name of a function that is defined here .PX603.} } */
{
  return n;
}
