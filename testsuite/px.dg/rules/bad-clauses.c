/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device
__requires (warp (2)) void f0 (int *p)	/* { dg-error {'__requires' has no clause 'warp' .PX607.} } */
{
}
__device
__requires (thread (32), foo) void f1 (int *p)	/* { dg-error {'__requires' has no clause 'foo' .PX607.} } */
{
}
__device
__requires (thread (32), noinline) void f2 (int *p)	/* { dg-error {'__requires' has no clause 'noinline' .PX607.} } */
{
}
__device
__requires (thread) void f3 (int *p)	/* { dg-error {'thread' in '__requires' takes one argument .PX607.} } */
{
}
__kernel
__requires (grid (1), block (1), thread (1), cooperative (3)) void f4 (int *p)	/* { dg-error {'cooperative' in '__requires' takes no arguments .PX607.} } */
{
}
__kernel
__requires (grid (1), block (1), thread (32), threads (48)) void f5 (int *p)	/* { dg-error {'threads .48.' is not a multiple of 'thread .32.' .PX607.} } */
{
}
