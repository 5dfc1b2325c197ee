/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Functions of the C library that the device lacks.  */
#include <px.h>
#include <stdio.h>
#include <stdlib.h>

__kernel void
f (int *p)
{
  __group (thread, 1)
    fprintf (stderr, "x\n");	/* { dg-error {which the device does not have .PX506.} } */
}
__kernel void
g (int *p)
{
  __group (thread, 1)
    exit (3);	/* { dg-error {device code calls .exit., which the device does not have .PX506.} } */
}
__kernel void
h (char *p)
{
  __group (thread, 1)
    sprintf (p, "%d", 3);	/* { dg-error {device code calls .sprintf., which the device does not have .PX506.} } */
}
