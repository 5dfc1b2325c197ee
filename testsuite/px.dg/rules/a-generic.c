/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int n)
{
  return _Generic (n, int: n + 1, default: 0) + __builtin_choose_expr (1, n, 0) + __builtin_constant_p (n);
}
