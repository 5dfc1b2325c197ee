/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Alignment: 48 threads are no multiple of 32. */
#include <px.h>

__device __requires (thread (32)) void g (void);	/* { dg-message "'g' is declared here" } */
__device __requires (thread (48)) void
f (void)	/* { dg-message "the code perspective was set here" } */
{
  g ();	/* { dg-error "PX301" } */
  __group (thread, 24)	/* { dg-message "the code perspective was set here" } */
    g ();	/* { dg-error "PX301" } */
}
