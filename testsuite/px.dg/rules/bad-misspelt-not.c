/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Names of the program's that are like keywords, in errors of another kind.  */
#include <px.h>

#define __kernels 3
void __groups (int);
typedef int __cases;

int
f (void)
{
  __groups (4) 5;	/* { dg-error {expected ';' before numeric constant} } */
  return __kernels + other;	/* { dg-error {'other' undeclared} } */
}
/* { dg-message "each undeclared identifier" "" { target *-*-* } .-2 } */

__cases c d;	/* { dg-error {expected '=', ',', ';'} } */
