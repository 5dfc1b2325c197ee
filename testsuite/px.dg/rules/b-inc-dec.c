/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), thread (32)) void
f (int n)
{
  int a[2] = { 0 }, t __perspective (thread, 1) = px_id (thread);	/* { dg-message "'a' is declared here" } */
  a[n & 1]++;
  n--, ++n;
  t++;
  a[t]++;	/* { dg-error "PX201" } */
}
