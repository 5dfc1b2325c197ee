/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Arguments that are no fragments, no tiles, no elements: one error each, in px's words.  */
#include <px.h>
typedef px_tile (px_bf16, 64, 64, 128) tile;
struct st { int a; };
__kernel __requires (grid (1), block (1), threads (128), smem (49152)) void
k (void)
{
  __group (block, 1)
    {
      __shared px_bf16 plain[64][64];
      __shared px_bf16 flat[4096];
      __shared tile a, b, many[2];
      px_acc (float, 64, 64) d __perspective (thread, 128);
      px_acc (float, 64, 64) several[2] __perspective (thread, 128);
      struct st s = { 1 };
      px_zero (&d);
      px_zero (&several[1]);
      px_mma (&d, &a, &b);
      px_zero (d);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not the matrix itself or a row of it .PX802.} } */
      px_zero (&several);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not of an array of them .PX802.} } */
      px_zero (&plain);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_zero (3);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not a 'int' .PX802.} } */
      px_zero (s);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not a 'struct st' .PX802.} } */
      px_zero ((void *) &d);	/* { dg-error {argument 1 of 'px_zero' must be the address of a fragment, not a 'void .' .PX802.} } */
      px_mma (&d, &a, &plain);	/* { dg-error {argument 3 of 'px_mma' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mma (&d, &plain, &b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mma (&d, plain, &b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64.' .PX802.} } */
      px_mma (&d, flat, &b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not a 'px_bf16 .' .PX802.} } */
      px_mma (&d, a, b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not the matrix itself or a row of it .PX802.} } */
      px_mma (&d, &many[1], &b);
      px_mma (&d, &a, &many);	/* { dg-error {argument 3 of 'px_mma' must be the address of a fragment or a px_tile, not of an array of them .PX802.} } */
      px_mul_nt (&d, &a, &plain);	/* { dg-error {argument 3 of 'px_mul_nt' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mms_tn (&d, &a, &plain);	/* { dg-error {argument 3 of 'px_mms_tn' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mma_keep (&d, &a, &plain, 1);	/* { dg-error {argument 3 of 'px_mma_keep' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mma_keep_tt (&d, &plain, &a, 1);	/* { dg-error {argument 2 of 'px_mma_keep_tt' must be the address of a fragment or a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_mma_xor (&d, &a, flat);	/* { dg-error {argument 3 of 'px_mma_xor' must be the address of a fragment or a px_tile, not a 'px_bf16 .' .PX802.} } */
      px_mma (d, &a, &b);	/* { dg-error {argument 1 of 'px_mma' must be the address of a fragment, not the matrix itself or a row of it .PX802.} } */
      px_mma (&d, 5, &b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not a 'int' .PX802.} } */
      px_mma (&d, s, &b);	/* { dg-error {argument 2 of 'px_mma' must be the address of a fragment or a px_tile, not a 'struct st' .PX802.} } */
      px_mma (&plain, &a, &b);	/* { dg-error {argument 1 of 'px_mma' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_part (&d, &plain, 0, 0);	/* { dg-error {argument 2 of 'px_part' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_part (&plain, &d, 0, 0);	/* { dg-error {argument 1 of 'px_part' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_convert (&d, flat);	/* { dg-error {argument 2 of 'px_convert' must be the address of a fragment, not a 'px_bf16 .' .PX802.} } */
      px_scale (flat, 2.f);	/* { dg-error {argument 1 of 'px_scale' must be the address of a fragment, not a 'px_bf16 .' .PX802.} } */
      px_scale (&d, s);	/* { dg-error {argument 2 of 'px_scale' must be a 'float', not a 'struct st' .PX802.} } */
      px_fill (&plain, 2.f);	/* { dg-error {argument 1 of 'px_fill' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_fill (&d, plain);	/* { dg-error {argument 2 of 'px_fill' must be a 'float', not a 'px_bf16 ....64.' .PX802.} } */
      (void) px_at (&plain, 0, 0);	/* { dg-error {argument 1 of 'px_at' must be the address of a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      (void) px_at (plain, 0, 0);	/* { dg-error {argument 1 of 'px_at' must be the address of a px_tile, not a 'px_bf16 ....64.' .PX802.} } */
      (void) px_at (a, 0, 0);	/* { dg-error {argument 1 of 'px_at' must be the address of a px_tile, not the matrix itself or a row of it .PX802.} } */
      (void) px_at (&d, 0, 0);	/* { dg-error {argument 1 of 'px_at' must be the address of a px_tile, not of a px_acc .float, 64, 64. .PX802.} } */
      px_tile_load (&d, &plain, 0, 0);	/* { dg-error {argument 2 of 'px_tile_load' must be the address of a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_tile_load (&a, &a, 0, 0);	/* { dg-error {argument 1 of 'px_tile_load' must be the address of a fragment, not of a px_tile .px_bf16, 64, 64, 128. .PX802.} } */
      px_tile_store (&plain, 0, 0, &d);	/* { dg-error {argument 1 of 'px_tile_store' must be the address of a px_tile, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_load (&d, flat, 64);	/* { dg-error {argument 2 of 'px_load' must point to elements of type 'float', not be a 'px_bf16 .' .PX802.} } */
      px_load (&a, flat, 64);	/* { dg-error {argument 1 of 'px_load' must be the address of a fragment, not of a px_tile .px_bf16, 64, 64, 128. .PX802.} } */
      px_load (flat, flat, 64);	/* { dg-error {argument 1 of 'px_load' must be the address of a fragment, not a 'px_bf16 .' .PX802.} } */
      px_store (flat, 64, &d);	/* { dg-error {argument 1 of 'px_store' must point to elements of type 'float', not be a 'px_bf16 .' .PX802.} } */
      px_ldmatrix (&d, flat, 64);	/* { dg-error {argument 2 of 'px_ldmatrix' must point to elements of type 'float', not be a 'px_bf16 .' .PX802.} } */
      (void) px_get (&plain, 0);	/* { dg-error {argument 1 of 'px_get' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_set (&plain, 0, 1.f);	/* { dg-error {argument 1 of 'px_set' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      px_set (&d, 0, s);	/* { dg-error {argument 3 of 'px_set' must be a 'float', not a 'struct st' .PX802.} } */
      (void) px_count (&plain);	/* { dg-error {argument 1 of 'px_count' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
      (void) px_row (&plain, 0);	/* { dg-error {argument 1 of 'px_row' must be the address of a fragment, not a 'px_bf16 ....64..64.' .PX802.} } */
    }
}
