/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-px-arch=sm_90" } */
/* Intrinsics with one argument too few or too many, where some may be left out. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (64), smem (256)) void
k (const float *in, float *out, int *c, float v __perspective (thread, 1))
{
  __group (thread, 32)
    {
      v = px_shfl_xor (v);	/* { dg-error {in 'px_shfl_xor': too few arguments to function 'px_shfl_xor_float'[^\n]* .PX608.} } */
      v = px_shfl_xor (v, 1, 2, 32);	/* { dg-error {in 'px_shfl_xor': too many arguments to function[^\n]*PX608} } */
      v = px_broadcast (v, 1, 2);	/* { dg-error "too many\[^\n\]*PX608" } */
      v = px_broadcast ();	/* { dg-error "PX608" } */
      px_reduce_add (c[0], 32, 1);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_any (c[0], 32, 1);	/* { dg-error "too many\[^\n\]*PX608" } */
    }
  __group (thread, 1)
    {
      px_atomic_add (out);	/* { dg-error "too few\[^\n\]*PX608" } */
      px_atomic_add (out, 1, px_release, px_gpu, 1);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_atomic_cas (c, 1);	/* { dg-error "too few\[^\n\]*PX608" } */
      px_atomic_cas (c, 1, 2, 0, 0, 0);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_atomic_load (c, 0, 0, 0);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_atomic_store (c);	/* { dg-error "too few\[^\n\]*PX608" } */
      px_ld (in, px_cache_all, 1);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_st4 (out, (px_float4) { 1, 2, 3, 4 }, px_cache_all, 5);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_st4 (out, 1, 2);	/* { dg-error "incompatible type for argument 2 of 'px_st4_float'" } */
      px_st2 (out, (px_float4) { .x = 1, .y = 2 });	/* { dg-error "incompatible type for argument 2 of 'px_st2_float'" } */
      px_atomic_add4 (out, (px_float4) { 1, 2, 3, 4 }, px_release, px_gpu, 0);	/* { dg-error "too many\[^\n\]*PX608" } */
      px_st (out);	/* { dg-error "too few\[^\n\]*PX608" } */
    }
  __group (block, 1)
    {
      __shared float s[64];
      __async (float *t = s)
	{
	  px_bulk_load (t, in);	/* { dg-error "too few\[^\n\]*PX608" } */
	  px_bulk_load (t, in, 256, px_evict_first, 0);	/* { dg-error "too many\[^\n\]*PX608" } */
	}
    }
}
/* { dg-message "declared here|expected 'px_float" "" { target *-*-* } 0 } */
