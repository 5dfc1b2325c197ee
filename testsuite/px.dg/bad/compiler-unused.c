/* SPDX-License-Identifier: MIT */
/* Without device code the device compiler is not looked at.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-nvptx-lto1=/nonexistent/lto1" } */
#include <px.h>
int host (int x) { return x + 1; }
