/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch=sm_12q" } */
/* { dg-error "sm_12q" "" { target *-*-* } 0 } */
/* { dg-final { scan-no-output } } */
#include <px.h>
__kernel void f (void) { }
