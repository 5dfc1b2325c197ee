/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* What GCC makes of printf, too.  */
#include <stdio.h>
__kernel void
f (int *p)
{
  __group (thread, 1)
    printf ("x\n");	/* { dg-error {device code calls '__builtin_puts', which the device does not have .PX506.} } */
}
__kernel void
g (int *p)
{
  __group (thread, 1)
    __builtin_putchar (3);	/* { dg-error {device code calls '__builtin_putchar', which the device does not have .PX506.} } */
}
