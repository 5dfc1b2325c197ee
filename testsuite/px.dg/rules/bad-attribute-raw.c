/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The attributes by themselves. */
#include <px.h>

__attribute__ ((px_perspective)) int a;	/* { dg-error "PX608" } */
__attribute__ ((px_perspective (1, 2))) int b;	/* { dg-error "PX608" } */
__attribute__ ((px_requires)) void f (void);	/* { dg-error "" } */
/* { dg-message "expected (between 1 and )?1, found 0" "" { target *-*-* } .-1 } */
__attribute__ ((px_slots ("x"))) int c;	/* { dg-error "" } */
