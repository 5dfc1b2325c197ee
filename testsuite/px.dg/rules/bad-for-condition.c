/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A construct's macro where an expression is wanted. */
#include <px.h>

__device __requires (thread (32)) void
f (int n)
{
  n = __group (thread, 8);	/* { dg-error "expected expression" } */
}
