/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* px_id in an expression.  */
__device
__requires (thread (32)) void f (int n, int *p)
{
  int t __perspective (thread, 1) = n ? px_id (thread) : 0;
  int u __perspective (thread, 1) = n > 2 && px_id (thread) > 3;
}
__device
__requires (thread (32)) void g (int n, int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  int u __perspective (thread, 1) = t > 3 ? px_id (thread) : 0;
}
