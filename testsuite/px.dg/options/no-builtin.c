/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-additional-options "-fno-builtin" } */
#include <px.h>
#include <math.h>
#include <stdlib.h>

__device float
f (float x)
{
  x = sinf (x);	/* { dg-error "device code calls 'sinf', which the device does not have .PX506." } */
  /* { dg-message "'-fno-builtin' keeps GCC from knowing it; it knows '__builtin_sinf'" "" { target *-*-* } .-1 } */
  if (x > 1)
    free (&x);	/* { dg-error "device code calls 'free', which the device does not have .PX506." } */
  return __builtin_cosf (x);
}

/* What to write instead.  */
/* { dg-message {the host allocates before the launch, with 'px_alloc', and passe} "" { target *-*-* } 14 } */
