/* SPDX-License-Identifier: MIT */
/* A case label in a __split, and static variables whose values are numbers of units: each
   is told once.  */
/* { dg-do compile } */
#include <px.h>

__device __requires (block (1), threads (64)) void
f (int *p)
{
  int x = 0;
  __split (thread)	/* { dg-message "begins here" } */
    {
    case 8: x = 2;	/* { dg-error {only '__case' may stand directly in '__split' .PX605.} } */
      x++;	/* { dg-error {only '__case' may stand directly in '__split' .PX605.} } */
      __case (1) { x = 1; }
    default: x = 3;	/* { dg-error {only '__case' may stand directly in '__split' .PX605.} } */
    }
  __split (thread)
    {
      __case (64)
	{
	case 9: px_nanosleep (1);	/* { dg-error {a label of no 'switch': the branches of a '__split' are '__case .n.' .PX605.} } */
	}
    }
}
__device __requires (block (1), threads (64)) void
g (int *p)
{
  static int i = px_id (thread);	/* { dg-error {static variable 'i' in device function 'g'; make it '__device' at file scope .PX503.} } */
  static __device int j = px_units (thread);	/* { dg-error {'__device' belongs to a function or a variable at file scope .PX603.} } */
}
int h = px_id (thread);	/* { dg-error {in 'px_id': initializer element is not constant .PX608.} } */
