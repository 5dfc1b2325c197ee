/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Shared memory is part of the signature. */
#include <px.h>

__device __requires (block (1), thread (32), smem (512)) void g (void);
__device __requires (block (1), thread (32), smem (256)) void
f (void)
{
  g ();	/* { dg-error "PX203" } */
}
