/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int *p)
{
  return;
  __group (thread, 32) { }
  __partition (thread, 1, int *q = p + px_id (thread))
    *q = 1;
}
