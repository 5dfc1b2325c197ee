/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-Wno-attributes" } */
/* GCC itself warns, too. */
#include <px.h>

__device __requires (warp (32)) void f (void);	/* { dg-error "PX607" } */
#define SIGNATURE block (1), thread (32)
__device __requires (SIGNATURE, smem (16)) void g (void);
