/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int setjmp (int *);	/* { dg-message "declared here; a function for the device is declared '__device'" } */
static int b[40];
__device __requires (thread (32)) int
f (void)
{
  if (setjmp (b))	/* { dg-error "PX305" } */
    return 1;
  return 0;
}
