/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A level that the signature never had. */
#include <px.h>

__device __requires (thread (32)) void
f (void)	/* { dg-message "'f' starts at this perspective" } */
{
  __group (grid, 1) { }	/* { dg-error "PX101" } */
}
