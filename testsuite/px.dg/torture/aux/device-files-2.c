/* SPDX-License-Identifier: MIT */
#include "device-files.h"

__constant int factor[2] = { 7, 1 };

__device int
scaled (int x)
{
  return x * factor[0] + factor[1];
}
