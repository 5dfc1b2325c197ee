/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* The signatures of the library say who may call it, with what: Prism 6.1.2.  */
#include <px/library.h>

PX_WARP_REDUCE (warp_sum, int, PX_PLUS, 32)	/* { dg-message "'warp_sum' is declared here" } */
PX_BLOCK_SCAN (scan, int, PX_PLUS, 128, 4)	/* { dg-message "is declared here" } */
/* { dg-message "if 'scan_inclusive' only reads there" "" { target *-*-* } .-1 } */
__kernel __requires (grid (1), block (1), threads (128)) void
callers (int *out)
{
  __group (block, 1)	/* { dg-message "the code perspective was set here" } */
    {
      int t __perspective (thread, 1) = px_id (thread), v[4] __perspective (thread, 1) = { 0 }, s[4] = { 0 };
      __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
	px_atomic_add (out, warp_sum (t));	/* { dg-error {'warp_sum' needs thread.32., but the code here has thread.1.[^\n]*PX301} } */
      __group (thread, 32)	/* { dg-message "the code perspective was set here" } */
	scan_inclusive (v);	/* { dg-error {'scan_inclusive' needs thread.128., but the code here has thread.32.[^\n]*PX301} } */
      if (t > 3)	/* { dg-error {PX103} } */
	scan_inclusive (v);
      scan_inclusive (s);	/* { dg-error {PX303} } */
      scan_exclusive (v, t);	/* { dg-error {PX302} } */
    }
}

__kernel __requires (grid (1), block (1), threads (256)) void
larger (int *out)
{
  __group (block, 1)
    {
      int v[4] __perspective (thread, 1) = { 0 };
      int all = scan_inclusive (v);	/* { dg-error {PX301} } */
      __group (thread, 1)
	px_atomic_add (out, all);
    }
}

/* What to write instead.  */
/* { dg-message {'__partition .thread, 1, int \*part = s \+ \.\.\..' around this '__gr} "" { target *-*-* } 12 } */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 19 } */
