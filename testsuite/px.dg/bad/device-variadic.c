/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int n, ...)	/* { dg-error {device function 'f' cannot take variable arguments[^\n]*PX501} } */
{
  return n;
}
