/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-final { scan-ptx-times {ld\.acquire\.gpu} 1 } } */
/* { dg-final { scan-ptx-times {st\.release\.gpu} 1 } } */
/* { dg-final { scan-ptx-times {atom\.acq_rel\.gpu\.\S*add} 1 } } */
/* { dg-final { scan-ptx-times {atom\.relaxed\.gpu\.\S*add} 1 } } */
/* { dg-final { scan-ptx-times {atom\.acquire\.gpu\.\S*cas} 1 } } */
/* { dg-final { scan-ptx-times {atom\.relaxed\.cta\.\S*max} 1 } } */
/* An atomic operation with an order and no scope is for the whole GPU.  */
#include <px.h>

__kernel void
f (int *p)
{
  __group (thread, 1)
    {
      int x = px_atomic_load (p, px_acquire);
      px_atomic_store (p + 1, x, px_release);
      px_atomic_add (p + 2, 1, px_acq_rel);
      px_atomic_add (p + 3, 1);
      px_atomic_cas (p + 4, 1, 2, px_acquire);
      px_atomic_max (p + 5, 1, px_relaxed, px_block);
    }
}
