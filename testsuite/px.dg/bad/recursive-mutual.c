/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int odd (int n);

__device int
even (int n)	/* { dg-message "defined here" } */
{
  return n == 0 ? 1 : odd (n - 1);
}

__device int
odd (int n)
{
  return n == 0 ? 0 : even (n - 1);	/* { dg-error {'even' is recursive[^\n]*PX305} } */
}

/* What to write instead.  */
/* { dg-message {write a loop; what is still to do can stand in a local array of } "" { target *-*-* } 16 } */
