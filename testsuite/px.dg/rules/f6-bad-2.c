/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

int __device g (int n);
__device __attribute__ ((const)) int
f (int n)
{
  return g (n);	/* { dg-error {'f' is declared 'const', but calls a function that is not[^\n]*PX306} } */
}
