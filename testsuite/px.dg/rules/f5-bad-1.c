/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int host (void);	/* { dg-message "declared here; a function for the device is declared '__device'" } */
__kernel void k (void) { }	/* { dg-message "'k' is declared here" } */
__device void
f (void)
{
  host ();	/* { dg-error {device code calls host function 'host'[^\n]*PX305} } */
  k ();	/* { dg-error {device code calls kernel 'k'[^\n]*PX305} } */
}
