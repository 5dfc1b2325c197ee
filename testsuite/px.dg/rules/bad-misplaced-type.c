/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct __perspective (thread, 1) s0 { int a; };	/* { dg-error {'__perspective' belongs to a declaration, not to a type .PX603.} } */
__device void
f0 (struct s0 *p)
{
  p->a = 1;
}
typedef int t1 __perspective (thread, 1);	/* { dg-error {'__perspective' belongs to a variable, a parameter, a pointer in a struct, or a function with a result .PX603.} } */
__device void
f1 (t1 *p)
{
  *p = 1;
}
struct s2
{
  int p __perspective (block, 1);	/* { dg-error {'__perspective' of a member belongs to a pointer, and 'p' is none .PX603.} } */
};
__device void
f2 (struct s2 *p)
{
}
__device struct s3 { int a; };	/* { dg-error {'__device' belongs to a declaration, not to a type .PX603.} } */
__device struct s4 { int a; } g4;
__kernel struct s5	/* { dg-error {'__kernel' belongs to a declaration, not to a type .PX603.} } */
{
  int a;
};
__device enum e6 { A6 } g6;
__device int g3 __perspective (thread, 1);	/* { dg-error {'g3' is one object, which lives at grid.1., not at thread.1. .PX603.} } */
__kernel void
f4 (int n)
{
  __group (block, 1)
    {
      __shared int a[4] __perspective (thread, 1);	/* { dg-error {'a' is one object, which lives at block.1., not at thread.1. .PX603.} } */
    }
}
__device
__requires (block (1)) void f5 (int *p)
{
  __slots (4) int x5[4][2];	/* { dg-error {'__slots .4.' belongs to a '__shared' array with that many elements .PX603.} } */
}
