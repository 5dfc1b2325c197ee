/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (int *p)
{
  __group (thread, p) { }	/* { dg-error "" } */
}
