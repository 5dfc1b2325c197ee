/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* An address that is a number is no view. */
#include <px.h>

__device void
f (int *p, long n)
{
  *(volatile int *) 64 = 1;	/* { dg-error {made of an integer[^\n]*PX204} } */
  *(int *) n = *p;	/* { dg-error {made of an integer[^\n]*PX204} } */
  px_st ((int *) (n + 4), 1);	/* { dg-error {made of an integer[^\n]*PX204} } */
  *(char *) "px" = 0;	/* { dg-error {cannot store to a string .PX204} } */
}
