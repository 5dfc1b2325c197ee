/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (0)) void f (void);	/* { dg-error "PX601" } */
__device __requires (thread (-3)) void g (void);	/* { dg-error "PX601" } */
__device __requires (threads (1ll << 40)) void h (void);	/* { dg-error "PX601" } */
__kernel __requires (grid (1), block (1), smem (-1)) void i (void);	/* { dg-error "PX601" } */
__kernel __requires (grid (1), block (0)) void j (void);	/* { dg-error "PX601" } */
