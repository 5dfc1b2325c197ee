/* SPDX-License-Identifier: MIT */
/* What a fact cannot say of the launch's size.  */
/* { dg-do compile } */
#include <px.h>

__kernel __where (px_units (grid) == 1) void level (int n);	/* { dg-error {'px_units' in '__where': a fact counts the launch's units[^\n]*PX609} } */
__kernel __where (px_units (thread, 32) == 1) void sized (int n);	/* { dg-error {'px_units' in '__where'[^\n]*PX609} } */
__kernel __where (px_units () == 1) void nothing (int n);	/* { dg-error {PX609} } */
__kernel __where (px_id (block) == 0) void number (int n);	/* { dg-error {'px_id' in '__where': a fact counts[^\n]*PX609} } */
__kernel __where (px_units (block) = 1) void assigns (int n);	/* { dg-error {'=' in '__where': a fact changes nothing[^\n]*PX609} } */
__device __where (px_units (block) == 1) int device (int n);	/* { dg-error {'px_units \(block\)' in '__where' of 'device': it belongs to kernels[^\n]*PX609} } */
__kernel __where (px_units (block) == 1) void again (int n);	/* { dg-message {first declared here} } */
__kernel __where (px_units (thread) == 1) void again (int n);	/* { dg-error {'again' differs from that of its first declaration: __where[^\n]*PX606} } */

/* Right ones: the name alone is free.  */
#define COUNT px_units (block)
__kernel __where (COUNT * 2 == n, px_units > px_units ( thread )) void right (int n, int px_units);
