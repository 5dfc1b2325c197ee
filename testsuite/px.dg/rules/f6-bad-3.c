/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) __attribute__ ((const)) int
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);	/* { dg-error {'f' is declared 'const', but asks for the number of its unit[^\n]*PX306} } */
  return n + t;
}
