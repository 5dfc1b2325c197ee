/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* __requires (text */
__device __requires (thread (32)) void
before (void)
{
}
__device __requires (thread (32) void	/* { dg-error {the arguments of '__requires' have no end .PX608.} } */
f (int *p)
{
}
