/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Constants are as broad as anything; a struct is a scalar. */
#include <px.h>

struct s { int a, b; };
__device __requires (block (1), thread (32)) int g (struct s a, int b);
__device __requires (block (1), thread (32)) int
f (int n)
{
  return g ((struct s) { n, 2 }, 7);
}
