/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch=sm_90a,sm_30" } */
/* { dg-error "sm_30" "" { target *-*-* } 0 } */
#include <px.h>
__kernel void f (void) { }
