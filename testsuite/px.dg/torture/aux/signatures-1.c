/* SPDX-License-Identifier: MIT */
#include <px.h>

__device int narrower (const int *p)
{
  return *p;
}
