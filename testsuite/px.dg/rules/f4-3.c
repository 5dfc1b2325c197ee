/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The number of units is any integer constant expression. */
#include <px.h>

enum { QUAD = 4 };
__device __requires (thread (32)) void
f (void)
{
  int q __perspective (thread, 4) = px_id (thread, QUAD);
  int w __perspective (thread, 4) = px_id (thread, sizeof (int));
  (void) q, (void) w;
}
