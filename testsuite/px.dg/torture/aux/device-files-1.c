/* SPDX-License-Identifier: MIT */
#include "device-files.h"

__device struct pair
make (int a, int b)
{
  return (struct pair) { a, b };
}

__device struct pair
swap (struct pair p)
{
  return make (p.b, p.a);
}
