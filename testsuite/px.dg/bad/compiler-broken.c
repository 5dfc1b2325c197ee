/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-nvptx-lto1=/bin/false" } */
/* { dg-error "/bin/false" "" { target *-*-* } 0 } */
/* { dg-final { scan-no-output } } */
#include <px.h>
__kernel void f (void) { }
