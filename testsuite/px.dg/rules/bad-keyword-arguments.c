/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-show-column" } */
/* Too few, too many and missing arguments: one error each.  */
#include <px.h>

__device __requires (block (1), thread (32), smem (256)) void
f (int *p)
{
  __group () { }	/* { dg-error {wrong arguments: it is '__group .level., n..' .PX608.} } */
  __group (thread) { }
  __group (thread, ) { }
  __group (, 8) { }	/* { dg-error "PX608" } */
  __group (thread, 8, 1) { *p = 1; }	/* { dg-error "PX608" } */
  __group (thread[8]) { }	/* { dg-error "PX608" } */
  __split () { }	/* { dg-error {it is '__split .level.' .PX608.} } */
  __split (thread, 2) { }	/* { dg-error "PX608" } */
  __split (thread)
    {
      __case () { }	/* { dg-error {it is '__case .n.' .PX608.} } */
      __case (8, 8) { }	/* { dg-error "PX608" } */
    }
  __partition () { }	/* { dg-error {it is '__partition .level., n., type .name = source.' .PX608.} } */
  __partition (thread) { }	/* { dg-error {'__partition' needs a declaration of the new name .PX605.} } */
  __partition (thread, 1) { }	/* { dg-error "PX605" } */
  __claim (thread) { }	/* { dg-error {'__claim' needs a declaration of the new name .PX605.} } */
  __each () { }	/* { dg-error {it is '__each .level., n., type .name = source.' .PX608.} } */
  __each (thread) { }	/* { dg-error {'__each' needs a declaration of the new name .PX605.} } */
  __each (8, int *x = p) { }	/* { dg-error "PX608" } */
  __async () { }	/* { dg-error "PX605" } */
  int a __perspective (thread, 1) = px_id ();	/* { dg-error {it is 'px_id .level., n..' .PX608.} } */
  int b __perspective (thread, 1) = px_id (thread, 1, 2);	/* { dg-error "PX608" } */
  int c = px_units ();	/* { dg-error {it is 'px_units .level., n..' .PX608.} } */
  int d __perspective () = 0;	/* { dg-error {it is '__perspective .level., n..' .PX608.} } */
  int e __perspective (thread) = 0;
  int g __perspective (thread, 1, 2) = 0;	/* { dg-error "PX608" } */
  int h __perspective (, 1) = 0;	/* { dg-error "PX608" } */
  __shared __slots () int x[4][4];	/* { dg-error {it is '__slots .n.' .PX608.} } */
  __shared __slots (4, 4) int y[4][4];	/* { dg-error "PX608" } */
  (void) a, (void) b, (void) c, (void) d, (void) e, (void) g, (void) h, (void) x, (void) y;
}
