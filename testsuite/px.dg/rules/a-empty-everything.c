/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  __group (thread, 32) ;
  __group (thread, 32) { }
  __partition (thread, 1, int *q = p) ;
  __claim (thread, 1, int *q = p) ;
  __async (int *q = p) ;
  __unsafe ;
  __split (thread) { __case (1) ; ; __case (1) ; }
  __group (thread, 32) __group (thread, 8) __unsafe ;
}
