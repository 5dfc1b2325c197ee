/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include "../aux/t.h"

__kernel void
f (int *p)
{
  EACH_THREAD (t)
    {
      static int calls;	/* { dg-error {static variable 'calls' in device function 'f'; make it '__device' at file scope .PX503.} } */
      static const int table[2] = { 2, 3 };	/* { dg-error {static variable 'table' in device function 'f'; make it '__constant' at file scope .PX503.} } */
      *p = ++calls + table[t & 1];
    }
}
