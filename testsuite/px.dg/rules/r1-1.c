/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel
__requires (grid (1), block (1), threads (64)) void f (int *p __perspective (grid, 1))
{
  __partition (thread, 1, int *w = p + px_id (thread))
    *w = 1;
}
