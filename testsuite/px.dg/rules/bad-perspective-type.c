/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

typedef int t __perspective (thread, 1);	/* { dg-error "PX603" } */
