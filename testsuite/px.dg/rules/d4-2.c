/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Loads through any view; the value is as narrow as view, pointer and index. */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (const int *p, int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  int x = p[n];
  int y __perspective (thread, 1) = p[t] + *(p + t) + x;
  (void) y;
}
