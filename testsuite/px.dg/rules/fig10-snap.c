/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Snap Fig. 10: code of a thread stores for the block. */
#include <px.h>


__kernel __requires (grid (1), block (1), thread (4)) void
f (void)
{
  int x __perspective (block, 1) = 0;	/* { dg-message "'x' is declared here" } */
  int y __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    __group (thread, 1)
      x = y;	/* { dg-error "PX201" } */
}
