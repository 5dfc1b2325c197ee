/* SPDX-License-Identifier: MIT */
/* F3: what a pointer to an array of const leads to is only read.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) int reads (const float (*a)[32] __perspective (thread, 32));
__device __requires (thread (32)) int writes (float (*a)[32] __perspective (thread, 32));	/* { dg-message "only reads there" } */

__kernel __requires (grid (1), block (1), threads (256), smem (1024)) void
f (void)
{
  __group (block, 1)
    {
      __shared float s[8][32];
      __group (thread, 32)
	{
	  reads (s);
	  writes (s);	/* { dg-error {argument 1 of 'writes' must be a view at thread\[32\], but is one at block\[1\] \[PX303\]} } */
	}
    }
}
/* { dg-message "declared here" "" { target *-*-* } 0 } */

/* What to write instead.  */
/* { dg-message {'__partition .thread, 32, float \*part = s \+ \.\.\..' around this '_} "" { target *-*-* } 15 } */
