/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The result of a function: its own perspective, or a declared one. */
#include <px.h>

__device __requires (thread (32)) int
f (int n)
{
  return n + 1;
}

__device __requires (thread (32)) int __perspective (thread, 1)
g (int n)
{
  return n + px_id (thread);
}
