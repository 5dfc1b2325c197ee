/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* One cause, one error. */
#include <px.h>

__device __requires (thread (32)) void w (int *p, int n);	/* { dg-message "'w' is declared here" } */
__device void
f (int *p, int n)	/* { dg-message "the code perspective was set here" } */
{
  w (p, n);	/* { dg-error {'w' needs thread.32., but the code here has thread.1. .PX301.} } */
}
