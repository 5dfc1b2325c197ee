/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Constructs in host code. */
#include <px.h>

int
f (int n)
{
  __group (thread, 1)	/* { dg-error {.__group. outside of device code[^\n]*PX604} } */
    n++;
  __unsafe n++;	/* { dg-error "PX604" } */
  __split (thread)	/* { dg-error "PX604" } */
    {
      __case (1) { }	/* { dg-error "PX604" } */
    }
  return n;
}
