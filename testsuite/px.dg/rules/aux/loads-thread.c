/* SPDX-License-Identifier: MIT */
#include "loads.h"

__device void
thread_load (const int *input, int *output, int items)
{
  for (int i = 0; i < items; i++)
    output[i] = input[i];
}
