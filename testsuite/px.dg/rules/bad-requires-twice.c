/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32), thread (64)) void f (void);	/* { dg-error "PX607" } */
