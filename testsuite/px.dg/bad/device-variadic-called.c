/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>
#include <stdarg.h>

__device static int
sum (int n, ...)	/* { dg-error {device function 'sum' cannot take variable arguments .PX501.} } */
{
  va_list ap;
  va_start (ap, n);
  int s = va_arg (ap, int);
  va_end (ap);
  return s + px_id (thread);
}

__kernel void
k (int *out)
{
  __group (thread, 1)
    px_atomic_add (out, sum (2, 3, 4));
}
