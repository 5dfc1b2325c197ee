/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __attribute__ ((const)) int
f (const int *p)
{
  return *p;	/* { dg-error {'f' is declared 'const', but reads memory[^\n]*PX306} } */
}
