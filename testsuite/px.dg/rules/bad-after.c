/* SPDX-License-Identifier: MIT */
/* Keywords behind the name of a function that is defined.  */
/* { dg-do compile } */
#include <px.h>

void f (float *o) __kernel	/* { dg-error {'__kernel' belongs before the name of a function that is defined here .PX603.} } */
{
}
__device int
g (int n) __requires (thread (1))	/* { dg-error {'__requires' belongs before the name of a function that is defined here .PX603.} } */
{
  return n;
}
__device int h (int n) __requires (thread (1));
__device int
h (int n)
{
  return n;
}
int i (int n) __attribute__ ((cold)) { return n; }	/* { dg-error {attributes should be specified before the declarator in a function definition} } */
