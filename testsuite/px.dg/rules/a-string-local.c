/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device int
f (int n)
{
  char s[] = "hello";
  const char *t = "world";
  s[n % 5] = 'x';
  return s[1] + t[n % 5];
}
