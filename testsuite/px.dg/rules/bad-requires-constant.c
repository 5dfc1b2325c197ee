/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

extern int n;
__device __requires (thread (n)) void f (void);	/* { dg-error "PX601" } */
__device __requires (thread (1.5)) void g (void);	/* { dg-error "PX601" } */
__device __requires (thread ("32")) void h (void);	/* { dg-error "PX601" } */
