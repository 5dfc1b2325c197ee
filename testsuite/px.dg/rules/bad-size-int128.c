/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  __group (thread, (__int128) 1 << 100) { }	/* { dg-error "PX601" } */
}
