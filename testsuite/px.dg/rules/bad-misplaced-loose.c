/* SPDX-License-Identifier: MIT */
/* Keywords of declarations where nothing is declared.  */
/* { dg-do compile } */
#include <px.h>

__requires (grid (1)) struct s0 { int x; };	/* { dg-error {'__requires' belongs to a declaration, not to a type .PX603.} } */
__perspective (thread, 1) struct s1 { int x; };	/* { dg-error {'__perspective' belongs to a declaration, not to a type .PX603.} } */
__alias (a, b) union s2	/* { dg-error {'__alias' belongs to a declaration, not to a type .PX603.} } */
{
  int x;
};
__requires (block (1)) __device struct s3 { int x; } *
f3 (struct s3 *p)
{
  return p;
}
__device __requires (block (1)) void
f4 (int *p)
{
  (void) p;   __perspective (thread, 1);	/* { dg-error {'__perspective' belongs to a declaration, and there is none .PX603.} } */
  __requires (thread (1));	/* { dg-error {'__requires' belongs to a declaration, and there is none .PX603.} } */
  __alias (p, p);	/* { dg-error {'__alias' belongs to a declaration, and there is none .PX603.} } */
  __shared;	/* { dg-error {'__shared' belongs to a declaration, and there is none .PX603.} } */
  int __perspective (thread, 1) a = 3; ;
}
__device;	/* { dg-error {'__device' belongs to a declaration, and there is none .PX603.} } */
void
f5 (void)
{
}
__alias (p, q) void f6 (int *p, int *q);	/* { dg-error {'__alias' belongs to a device function or kernel .PX603.} } */
__device __alias ("p", "q") void f7 (int *p, int *q);	/* { dg-error {wrong arguments: it is '__alias .parameter, parameter, ....' .PX608.} } */
