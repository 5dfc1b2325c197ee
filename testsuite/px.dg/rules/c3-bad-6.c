/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

/* px_id in an arm lives where it does elsewhere.  */
__device
__requires (thread (32)) void f (int n, int *p)
{
  int t = 0; t = n ? px_id (thread) : 0;	/* { dg-error {a value at thread.1. cannot be stored in 't', which lives at thread.32. .PX201.} } */
/* { dg-message "'t' is declared here" "" { target *-*-* } .-1 } */
}
