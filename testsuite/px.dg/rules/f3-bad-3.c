/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What was loaded is read only; a kernel writes objects of the grid only. */
#include <px.h>

struct list { struct list *next; int v; };
__device void g (struct list *p);	/* { dg-message "'p' is declared here" } */
__device void
f (struct list *p)
{
  g (p->next);	/* { dg-error {argument 1 of 'g' was loaded from memory, or never set: where it leads is not known, so only a parameter that points to 'const' takes it .PX303.} } */
}

__kernel __requires (grid (1), block (1), thread (32)) void
h (int *p __perspective (block, 1))	/* { dg-error "PX303" } */
{
  (void) p;
}
