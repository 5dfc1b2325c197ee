/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* At thread[1] each decides for itself. */
#include <px.h>

__device int
f (int n)
{
  if (n < 3)
    return n;
  for (int i = 0; i < n; i++)
    if (i * i == n)
      return i;
  return 0;
}
