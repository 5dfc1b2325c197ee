/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Host code calls no device function. */
#include <px.h>

__device int g (int n);	/* { dg-message "'g' is declared here" } */
__device int v;	/* { dg-message "'v' is declared here" } */
int
f (int n)
{
  v = 3;	/* { dg-error "PX305" } */
  return g (n);	/* { dg-error {host code calls device function 'g'[^\n]*PX305} } */
}
