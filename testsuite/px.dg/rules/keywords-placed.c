/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__requires (thread (32)) __device void w0 (int *p) {}
__device __requires (thread (32)) void w1 (int *p);
void
w1 (int *p)
{
}
struct s2
{
  int *p __perspective (block, 1);
};
__device void
f2 (struct s2 *p)
{
}
__kernel void
f3 (int n)
{
  __group (block, 1)
    {
      __shared int a[4] __perspective (block, 1);
    }
}
static __kernel void
f4 (int *p)
{
}
void
h4 (int *p)
{
  px_check (px_launch (px_grid (1, 1), f4, p));
}
static inline __kernel void
f5 (int *p)
{
}
void
h5 (int *p)
{
  px_check (px_launch (px_grid (1, 1), f5, p));
}
__device int __perspective (thread, 1) w6 (int *p);
__device int
w6 (int *p)
{
  return 1;
}
__device __requires (thread (32)) void w7 (int *p);
__device void
w7 (int *p)
{
}
extern __device int v8;
int v8;
__kernel void
f9 ()
{
}
void
h9 (void)
{
  px_check (px_launch (px_grid (1, 1), f9));
}
__device void
f10 ()
{
}
__device void
g10 (int *p)
{
  f10 ();
}
