/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

#include <stdint.h>
__device
__requires (thread (32)) void f (int *p)
{
  uintptr_t a = (uintptr_t)p;
  __partition (thread, 1, int *w = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    {
      *w = 1;
      int k __perspective (thread, 1) = *(int *)a;	/* { dg-error {'p' is out of reach while view 'w' of it exists .PX205.} } */
    }
}
#include <stdint.h>
__device
__requires (thread (32)) void g (int *p)
{
  unsigned long a = (unsigned long)p;
  __partition (thread, 1, int *w = p + px_id (thread))	/* { dg-message "'__partition' begins here" } */
    {
      *w = 1;
      unsigned long b = a + 4;
      int k __perspective (thread, 1) = *(int *)b;	/* { dg-error {'p' is out of reach while view 'w' of it exists .PX205.} } */
    }
}

/* What to write instead.  */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 13 } */
/* { dg-message {use 'w' for what is its part, and load what is not before '__par} "" { target *-*-* } 25 } */
