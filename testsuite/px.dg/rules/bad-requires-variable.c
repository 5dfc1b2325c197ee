/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__requires (thread (1)) int v;	/* { dg-error "PX603" } */
