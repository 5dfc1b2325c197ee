/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A choice is no early return. */
#include <px.h>

__device
__requires (thread (32)) int __perspective (thread, 1) f (int n)
{
  int t __perspective (thread, 1) = px_id (thread);
  return t == 1 ? 1 : n;
}
