/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void
f (void)
{
  __split (thread)
    __case (2) { }
  __split (thread) { }
  __split (thread) ;
  __split (thread)	/* { dg-message "'__split' begins here" } */
    if (1)	/* { dg-error "PX605" } */
      __case (2) { }
}

/* What to write instead.  */
/* { dg-warning {the ';' ends the body of '__split', which is empty .-Wempty-body} "" { target *-*-* } 11 } */
