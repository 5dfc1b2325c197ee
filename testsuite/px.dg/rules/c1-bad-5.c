/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Of 64 threads, 32 are left. */
#include <px.h>

__device __requires (block (1), thread (64)) void
f (void)
{
  __group (thread, 32)	/* { dg-message "'__group' set the perspective here" } */
    __group (thread, 64) { }	/* { dg-error "PX101" } */
}
