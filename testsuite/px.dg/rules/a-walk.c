/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A pointer that walks. */
#include <px.h>

__device int
f (const char *s, char *d)
{
  const char *t = s;
  while (*t)
    *d++ = *t++;
  *d = 0;
  return t - s;
}
