/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int
f (int n) __perspective (thread, 32);
__device __requires (thread (32)) int
f (int n)
{
  int w __perspective (thread, 4) = px_id (thread, 4);
  if (w == 1)
    return 1;
  return n;	/* { dg-error {a value at thread.4. cannot be the result of 'f'[^\n]*PX201} } */
}
