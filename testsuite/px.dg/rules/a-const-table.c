/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

static const int t[4] = { 1, 2, 3, 4 };
static const struct { const char *s; int n; } u[2] = { { "a", 1 }, { "b", 2 } };
__constant float c[4] = { 1 };
__device __requires (block (1), thread (32)) int
f (int n)
{
  return t[n & 3] + u[n & 1].n + c[n & 3] + u[n & 1].s[0] + "abc"[n & 1];
}
