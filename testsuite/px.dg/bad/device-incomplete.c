/* SPDX-License-Identifier: MIT */
/* Variables of the device whose size is not known at the end of the unit.  */
/* { dg-do compile } */
#include <px.h>

__device void v;	/* { dg-error {'v' is for the device, and the size of its type is not known .PX603.} } */
struct s;
__device struct s later;
struct s { int x; };
extern __device int elsewhere[];
__kernel void f (int *p) { __group (thread, 1) __unsafe { p[0] = later.x + elsewhere[1]; } }
