/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__shared int a[4];	/* { dg-error "PX603" } */
