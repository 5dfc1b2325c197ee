/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-save-ptx=/nonexistent/x.ptx" } */
/* { dg-error "/nonexistent/x.ptx" "" { target *-*-* } 0 } */
/* { dg-final { scan-no-output } } */
#include <px.h>
__kernel void f (void) { }
