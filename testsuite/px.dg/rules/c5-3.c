/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* From a loop and from a switch, by parameters at the function's perspective. */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (int n)
{
  for (int i = 0; i < n; i++)
    if (i == 7)
      return i;
  switch (n)
    {
    case 3:
      return 5;
    default:
      return 7;
    }
}
