/* SPDX-License-Identifier: MIT */
#include <px.h>

__device __requires (thread (32)) int
halves (const int *p, int n __perspective (thread, 1))
{
  return *p + px_reduce_add (n);
}
