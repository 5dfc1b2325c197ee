/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The narrowest of thread[4] and thread[6] is thread[2]. */
#include <px.h>

__device __requires (thread (12)) void
f (void)
{
  int a __perspective (thread, 4) = px_id (thread, 4);
  int b __perspective (thread, 6) = px_id (thread, 6);
  int c __perspective (thread, 2) = a + b;
  (void) c;
}
