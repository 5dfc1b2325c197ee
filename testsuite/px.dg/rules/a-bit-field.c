/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

struct b { unsigned a : 3, b : 5; int c : 24; };
__device __requires (block (1), thread (32)) int
f (int n)
{
  struct b x = { 1, 2, 3 };	/* { dg-message "'x' is declared here" } */
  int t __perspective (thread, 1) = px_id (thread);
  x.a = n;
  x.b++;
  x.c = t;	/* { dg-error "PX201" } */
  return x.a + x.b;
}
