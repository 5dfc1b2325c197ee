/* SPDX-License-Identifier: MIT */
#include <px.h>

__device int
same (int x)
{
  return x + 1;
}
