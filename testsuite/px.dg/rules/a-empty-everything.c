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

/* What to write instead.  */
/* { dg-warning {the ';' ends the body of '__group', which is empty .-Wempty-body} "" { target *-*-* } 8 } */
/* { dg-warning {the ';' ends the body of '__partition', which is empty .-Wempty-} "" { target *-*-* } 10 } */
/* { dg-warning {the ';' ends the body of '__claim', which is empty .-Wempty-body} "" { target *-*-* } 11 } */
/* { dg-warning {the ';' ends the body of '__async', which is empty .-Wempty-body} "" { target *-*-* } 12 } */
/* { dg-warning {the ';' ends the body of '__unsafe', which is empty .-Wempty-bod} "" { target *-*-* } 13 } */
/* { dg-warning {the ';' ends the body of '__unsafe', which is empty .-Wempty-bod} "" { target *-*-* } 15 } */
