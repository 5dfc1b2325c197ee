/* SPDX-License-Identifier: MIT */
/* F5: initialisers are where no function calls anything.  */
/* { dg-do compile } */
#include <px.h>

__device int x = 3, y[4];	/* { dg-message "'\[xy\]' is declared here" } */
__device void f (int n);	/* { dg-message "'f' is declared here" } */

int *a = &x;	/* { dg-error {host code uses device variable 'x'; it can be reached by 'px_symbol .x.' .PX305.} } */
int *const b[2] = { 0, y + 1 };	/* { dg-error {host code uses device variable 'y'[^\n]*PX305} } */
void (*c) (int) = f;	/* { dg-error {host code calls device function 'f' .PX305.} } */
__device void (*d[1]) (int) = { f };	/* { dg-error {device code takes the address of function 'f' .PX305.} } */

int *
h (void)
{
  static int *p = &x;	/* { dg-error "PX305" } */
  return p;
}
