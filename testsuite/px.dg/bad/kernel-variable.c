/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__kernel int x;	/* { dg-error {'__kernel' belongs to a function[^\n]*PX603} } */
