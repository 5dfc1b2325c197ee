/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__requires (thread (32)) void w0 (int *p) {}	/* { dg-error {'__requires' of 'w0', which is neither '__kernel' nor '__device' .PX603.} } */
__requires (thread (32)) static inline int w1 (int p) { return p; }	/* { dg-error {'__requires' of 'w1', which is neither '__kernel' nor '__device' .PX603.} } */
__requires (thread (32)) void w2 (int *p);	/* { dg-error {'__requires' of 'w2', which is neither '__kernel' nor '__device' .PX603.} } */
int
w3 (int k)
{
  int n __perspective (thread, 1) = 3;	/* { dg-error {'__perspective' of 'n', which is no device code .PX603.} } */
  return n + k;
}
int
w4 (int k __perspective (thread, 1))	/* { dg-error {'__perspective' of 'k', which is no device code .PX603.} } */
{
  return k;
}
int
__perspective (thread, 1) w5 (int k)	/* { dg-error {'__perspective' of 'w5', which is no device code .PX603.} } */
{
  return k;
}
int g6 __perspective (thread, 1);	/* { dg-error {'__perspective' of 'g6', which is no device code .PX603.} } */
void
f7 (void)
{
  __shared int x7[4];	/* { dg-error {'__shared' belongs to a local array of a device function .PX603.} } */
}
void
h8 (void)
{
  __device int x8;	/* { dg-error {'__device' belongs to a function or a variable at file scope .PX603.} } */
}
void
h9 (void)
{
  static __device int x9;	/* { dg-error {'__device' belongs to a function or a variable at file scope .PX603.} } */
}
void
h10 (__device int x)	/* { dg-error {'__device' belongs to a function or a variable at file scope .PX603.} } */
{
}
