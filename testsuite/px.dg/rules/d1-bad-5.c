/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The result of a function. */
#include <px.h>

__device __requires (thread (32)) int
f (int n)
{
  return n + px_id (thread);	/* { dg-error {a value at thread.1. cannot be the result of 'f', which lives at thread.32.[^\n]*PX201} } */
}
