/* SPDX-License-Identifier: MIT */
/* A "compiler" that ends well and writes nothing.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-nvptx-lto1=/bin/true" } */
/* { dg-error "/bin/true" "" { target *-*-* } 0 } */
/* { dg-final { scan-no-output } } */
#include <px.h>
__kernel void f (void) { }
