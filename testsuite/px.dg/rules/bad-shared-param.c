/* SPDX-License-Identifier: MIT */
/* __shared on a parameter: what it points to; so it is a pointer, of a device function.  */
/* { dg-do compile } */
#include <px.h>

__device void f (__shared int p);	/* { dg-error "PX603" } */
void on_host (__shared int *p);	/* { dg-error "PX603" } */
__device void right (__shared int *p);
