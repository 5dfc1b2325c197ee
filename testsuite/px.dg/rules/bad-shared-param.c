/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device void f (__shared int *p);	/* { dg-error "PX603" } */
