/* SPDX-License-Identifier: MIT */
/* For launched.test: where a kernel writes depends on what arrays hold.  */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (32)) void
k (const int *place, int *out)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    __unsafe
      out[place[t]] = t;
}
