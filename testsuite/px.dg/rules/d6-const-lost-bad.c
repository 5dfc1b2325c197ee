/* SPDX-License-Identifier: MIT */
/* D6: a function that casts the const of an alias away may write what it names.  */
/* { dg-do compile } */
#include <px.h>

__device int g[64], h[64];
static __device void count (void)
{
  const int *p = g;
  px_atomic_add ((int *) p, 1);
}
static __device int look (void)
{
  const int *p = h;
  return p[1];
}
__device __requires (thread (64)) void
f (void)
{
  int t __perspective (thread, 1) = px_id (thread);
  __split (thread)
    {
      __case (32) { __group (thread, 1) count (); }	/* { dg-message "the other branch is this '__case'" } */
      __case (32) { int x __perspective (thread, 1) = g[t]; (void) x; }	/* { dg-error {'g' is written in one branch of a '__split' and used in another .PX206.} } */
    }
  __split (thread)
    {
      __case (32) { __group (thread, 1) look (); }
      __case (32) { int x __perspective (thread, 1) = h[t]; (void) x; }
    }
}
