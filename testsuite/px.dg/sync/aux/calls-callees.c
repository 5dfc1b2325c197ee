/* SPDX-License-Identifier: MIT */
#include <px.h>

#define T 64
__device int both[T];

__device __requires (block (1), threads (T)) void
put (int *p __perspective (block, 1), int v __perspective (thread, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread))
    __group (thread, 1)
      *w = v;
}

__device __requires (block (1), threads (T)) int __perspective (thread, 1)
look (const int *p __perspective (block, 1), int i __perspective (thread, 1))
{
  return p[i];
}

__device __requires (block (1), threads (T)) int __perspective (thread, 1)
step ()
{
  return both[px_id (thread) ^ 33];
}
