/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Memory whose address was loaded is read only. */
#include <px.h>

struct list { struct list *next; int v; };
__device struct list *last (struct list *p);

__device void
f (struct list *p)
{
  p->v = 1;
  p->next->v = 2;	/* { dg-error {cannot store through a pointer that was loaded[^\n]*PX204} } */
  struct list *tail = p->next;
  tail->next = 0;	/* { dg-error {through a pointer that was loaded[^\n]*PX204} } */
  px_st (&p->next->v, 3);	/* { dg-error {through a pointer that was loaded[^\n]*PX204} } */
  last (p)->v = 4;	/* { dg-error {through a pointer that 'last' gives[^\n]*PX204} } */
  /* { dg-message "let 'last' give an index, and store by it" "" { target *-*-* } .-1 } */
}

/* What to write instead.  */
/* { dg-message {let a parameter lead to all of it, and load an index: where each} "" { target *-*-* } 13 } */
