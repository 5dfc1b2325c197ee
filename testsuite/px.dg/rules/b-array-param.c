/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int p[static 32], const int r[])
{
  __partition (thread, 1, int *q = &p[px_id (thread)])
    *q = r[0];
}
