/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-march=skylake-avx512 -mprefer-vector-width=512" } */
/* Copies of as many bytes as a register of the host has, and vectors that are passed in
   some: there was a crash of the device compiler.  */
#include "../aux/t.h"

struct line { unsigned word[16]; };

__kernel void
f (struct line *out)
{
  EACH_THREAD (t)
    {
      unsigned h[16];
      for (int k = 0; k < 16; k++)
	h[k] = t + k;
      memcpy (out[t].word, h, 32);
      memcpy (out[t + 1].word, h, 64);
    }
}
