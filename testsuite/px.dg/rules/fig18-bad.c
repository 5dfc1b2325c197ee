/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Prism 6.1.2: warp_load in thread_load. */
#include <px.h>

__device __requires (thread (32)) void
warp_load (const int *input, int *output __perspective (thread, 1), int items);	/* { dg-message "'warp_load' is declared here" } */
__device void
thread_load (const int *input, int *output, int items)	/* { dg-message "the code perspective was set here" } */
{
  warp_load (input, output, items);	/* { dg-error {'warp_load' needs thread.32., but the code here has thread.1.[^\n]*PX301} } */
}
