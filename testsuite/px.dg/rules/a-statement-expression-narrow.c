/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) int
f (const int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  return ({ int s = p[t]; s; });	/* { dg-error {cannot be the result of 'f'[^\n]*PX201} } */
}
