/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Of several returns the one that is too narrow. */
#include <px.h>

__device __requires (block (1), threads (64)) int
f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  if (n > 3)
    return n;
  if (n > 2)
    return t;	/* { dg-error {a value at thread.1. cannot be the result of 'f', which lives at block.1.[^\n]*PX201} } */
  return n + 1;
}
