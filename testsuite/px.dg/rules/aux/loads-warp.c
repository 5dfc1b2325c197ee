/* SPDX-License-Identifier: MIT */
#include "loads.h"

__device __requires (thread (32)) void
warp_load (const int *input, int *output __perspective (thread, 1), int items)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    thread_load (input + t * items, output, items);
}
