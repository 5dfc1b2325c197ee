/* SPDX-License-Identifier: MIT */
/* F3, F7: what a function finds in memory that an argument leads to lives where the
   parameter does, and is no other argument's object.  */
/* { dg-do compile } */
#include <px.h>

struct s { const int *a; long b; };
__device __requires (thread (32)) int member (const struct s *x);
__device __requires (thread (32)) int pointed (const int *const *x);
__device __requires (thread (32)) int anything (const void *x);
__device __requires (thread (32)) int number (unsigned long x);
__device __requires (thread (32)) void other (const struct s *x, int *y);
__device __requires (thread (32)) void two (const int *const *x, int *y);
__device __requires (thread (32)) void by_number (unsigned long x, int *y);

__device __requires (thread (32)) void
f (int *o)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  int t __perspective (thread, 1) = px_id (thread);	/* { dg-message "'t' is declared here" } */
  struct s x = { &t, 0 }, y = { 0, (long) &t }, z = { o, 1 }, *w = &x;
  const int *p = &t, *q = o;
  member (&x);	/* { dg-error {what argument 1 of 'member' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  member (&y);	/* { dg-error {what argument 1 of 'member' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  member (w);	/* { dg-error {what argument 1 of 'member' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  pointed (&p);	/* { dg-error {what argument 1 of 'pointed' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  anything (&p);	/* { dg-error {what argument 1 of 'anything' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  number ((unsigned long) &t);	/* { dg-error {what argument 1 of 'number' leads to must live at thread.32. or broader, but lives at thread.1. .PX303.} } */
  other (&z, o);	/* { dg-error {arguments 1 and 2 of 'other' are the same object .PX307.} } */
  two (&q, o);	/* { dg-error {arguments 1 and 2 of 'two' are the same object .PX307.} } */
  by_number ((unsigned long) o, o);	/* { dg-error {arguments 1 and 2 of 'by_number' are the same object .PX307.} } */
}
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 12 } */
/* { dg-message {if they may be one object, say so in front of the name of [^\n]*__alias} "" { target *-*-* } 13 } */
