/* SPDX-License-Identifier: MIT */
/* F5: a host variable that is changed is told once, and not what its store needs.  */
/* { dg-do compile } */
#include <px.h>

static int counter;	/* { dg-message "declared here; a variable on the device is declared '__device'" } */

__kernel __requires (grid (1), block (1), threads (256)) void
f (int *p)
{
  counter++;	/* { dg-error {device code uses host variable 'counter' .PX305.} } */
}
