/* SPDX-License-Identifier: MIT */
/* What GCC or its nvptx compiler would only tell later, without a place, or not survive.  */
/* { dg-do compile } */
#include <px.h>

struct unknown;
__kernel void a (void x) { }	/* { dg-error "has incomplete type|'void' must be the only parameter" } */
__kernel void b (struct unknown x) { }	/* { dg-error "has incomplete type" } */
__device __attribute__ ((section (".x"))) int placed;	/* { dg-error {'placed' is for the device, and cannot be 'section' .PX603.} } */
__device __attribute__ ((section (".x"))) int function (int x) { return x; }
__kernel __requires (threads (64)) int variable;	/* { dg-error {'__kernel' belongs to a function, and 'variable' is none .PX603.} } */

__device __requires (thread (32)) void
f (int n)
{
  switch (n)
    {
    case 1:
      __group (thread, 1) (void) n;
      __attribute__ ((fallthrough));
    default:
      ;
    }
  __group (thread, 1)
    __attribute__ ((fallthrough));	/* { dg-error "invalid use of attribute 'fallthrough'" } */
}
