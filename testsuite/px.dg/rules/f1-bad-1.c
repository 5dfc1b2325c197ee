/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 6.1.2: a function of a warp, called by a thread. */
#include <px.h>

__device __requires (thread (32)) void warp_load (void);	/* { dg-message "'warp_load' is declared here" } */
__device void
thread_load (void)	/* { dg-message "the code perspective was set here" } */
{
  warp_load ();	/* { dg-error {'warp_load' needs thread.32., but the code here has thread.1.[^\n]*PX301} } */
}
