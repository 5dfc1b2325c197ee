/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int x)	/* { dg-message "declared here" } */
{
  return x + 1;
}

int
main (void)
{
  return f (-1);	/* { dg-error {host code calls device function 'f'[^\n]*PX305} } */
}
