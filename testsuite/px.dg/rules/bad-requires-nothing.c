/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires () void f (void);	/* { dg-error "PX607" } */
