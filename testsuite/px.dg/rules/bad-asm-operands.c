/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Operands, clobbers and text of asm that only another machine has.  */
#include <px.h>

__device void f0 (int n, int *p) { __unsafe asm ("mov.b32 %0, %1;" : "=a" (n) : "r" (n)); *p = n; }	/* { dg-error {this 'asm' is no PTX: the device has no constraint "=a"; a register's is "r" .PX508.} } */
__device void f1 (int n, int *p) { __unsafe asm ("mov.b32 %0, %1;" : "=r" (n) : "q" (n)); *p = n; }	/* { dg-error "PX508" } */
__device void f2 (int n, int *p) { __unsafe asm ("mov.b32 %0, %3;" : "=r" (n) : "r" (n)); *p = n; }	/* { dg-error {this 'asm' is no PTX: there is no operand 3 .PX508.} } */
__device void f3 (int n, int *p) { __unsafe asm ("mov.u32 %0, %tid.x;" : "=r" (n)); *p = n; }	/* { dg-error {this 'asm' is no PTX: a % of PTX's own is written twice .PX508.} } */
__device void f4 (void) { __unsafe asm ("" ::: "eax"); }	/* { dg-error {this 'asm' is no PTX: the device has no register "eax" to clobber .PX508.} } */
__device void f5 (int n, int *p) { __unsafe asm ("mov.b32 %0, %1;" : "=r" (n) : "0" (n) : "memory", "cc"); *p = n; }
