/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32) void
f (int *p)
{
}
/* { dg-error {the arguments of '__requires' have no end .PX608.} "" { target *-*-* } 9 } */
