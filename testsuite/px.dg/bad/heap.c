/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What a refused function gives is not told of. */
#include <px.h>
#include <stdlib.h>

float *host_memory (int);
__device void set (float *p);

__device void
f (float *out, int n)
{
  float *p = malloc (n * sizeof *p);	/* { dg-error {device code calls 'malloc', which the device does not have .PX506.} } */
  float *q = host_memory (n);	/* { dg-error {device code calls host function 'host_memory' .PX305.} } */
  p[0] = *out;
  q[0] = p[0];
  set (q);
  __async (float *r = p + 1)
    { }
  *out = q[0];
  free (p);	/* { dg-error {device code calls 'free', which the device does not have .PX506.} } */
}
/* { dg-message "declared here; a function for the device is declared '__device'" "" { target *-*-* } 7 } */

/* What to write instead.  */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 13 } */
