/* SPDX-License-Identifier: MIT */
/* What is wrong with a claim's source, or with px_id, is told once.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), cluster (2), block (1), threads (32)) void
f (int *a, int n)
{
  int x __perspective (thread, 32) = px_id (thread, n);	/* { dg-error {is not an integer constant \[PX601\]} } */
  (void) x;
  __group (block, 2)	/* { dg-message {'__partition .block, 2, \.\.\..' around this '__group'} } */
    __claim (thread, 1, int *p = a)	/* { dg-error {the source of '__claim' lives at grid\[1\], but the code here is at block\[2\] \[PX205\]} } */
      __group (block, 1)
	__split (thread)
	  __case (1)
	    *p = 1;
}
/* { dg-message "declared here" "" { target *-*-* } 0 } */
