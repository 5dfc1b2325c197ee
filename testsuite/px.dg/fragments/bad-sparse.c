/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Positions in sparse operands that are none, or of another operand.  */
#include <px.h>

typedef px_tile (px_half, 64, 64, 128) tile;
typedef px_tile (px_e4m3, 64, 128, 32) f8;

__kernel __requires (grid (1), threads (128), smem (65536), cluster (2)) void
sp (const uint16_t *e, const px_half *a)
{
  __group (block, 2)
    {
      __shared tile as, bs;
      __shared f8 b8;
      __group (block, 1)
	__group (thread, 128)
	  {
	    px_acc (float, 64, 64) d;
	    px_lhs (px_half, 64, 32) x;
	    px_meta (px_half, 64, 64) at;
	    px_meta (px_bf16, 64, 64) other;
	    px_meta (px_half, 64, 32) little;
	    px_meta (px_e4m3, 64, 128) at8;
	    px_lhs (px_e4m3, 64, 64) x8;
	    px_meta (float, 64, 64) none;	/* { dg-error {no px_meta .float, 64, 64. at thread.128.: float is no element of it .PX801.} } */
	    px_meta (px_half, 64, 24) odd;	/* { dg-error {no px_meta .px_half, 64, 24. at thread.128.: its columns are not a multiple of 16 .PX801.} } */
	    px_meta (px_e4m3, 64, 16) odd8;	/* { dg-error {no px_meta .px_e4m3, 64, 16. at thread.128.: its columns are not a multiple of 32 .PX801.} } */
	    px_zero (&d);
	    px_load (&x, a, 32);
	    px_load (&at, e, 4);
	    px_load (&at, a, 4);	/* { dg-error {argument 2 of 'px_load' must point to elements of type 'short unsigned int', not be a 'const px_half .' .PX802.} } */
	    px_load (&other, e, 4);
	    px_load (&little, e, 2);
	    px_load (&at8, e, 8);
	    px_zero (&x8);
	    px_mma_sparse (&d, &x, &at, &bs);
	    px_mma_sparse (&d, &x, &other, &bs);	/* { dg-error {no 'px_mma_sparse' of these fragments: the positions of this left operand are a px_meta .px_half, 64, 64. .PX806.} } */
	    px_mma_sparse (&d, &x, &little, &bs);	/* { dg-error {no 'px_mma_sparse' of these fragments: the positions of this left operand are a px_meta .px_half, 64, 64. .PX806.} } */
	    px_mma_sparse (&d, &x, &x, &bs);	/* { dg-error {no 'px_mma_sparse' of these fragments: the positions of this left operand are a px_meta .px_half, 64, 64. .PX806.} } */
	    px_mma_sparse (&d, &as, &at, &bs);	/* { dg-error {no 'px_mma_sparse' of these fragments: the positions of this left operand are a px_meta .px_half, 64, 128. .PX806.} } */
	    px_mma_sparse_nt (&d, &x8, &at8, &b8);	/* { dg-error {no 'px_mma_sparse_nt' of these fragments: B lies along K, of which this product takes 64 bytes: its strips must have them .PX806.} } */
	    px_zero (&at);	/* { dg-error {no 'px_zero' of these fragments: positions are loaded, and an operand of px_mma_sparse .PX806.} } */
	    px_fill (&at, 1);	/* { dg-error {no 'px_fill' of these fragments: positions are loaded, and an operand of px_mma_sparse .PX806.} } */
	    (void) px_get (&at, 0);	/* { dg-error {no 'px_get' of these fragments: positions are loaded, and an operand of px_mma_sparse .PX806.} } */
	    px_convert (&at, &other);	/* { dg-error {no 'px_convert' of these fragments: positions are loaded, and an operand of px_mma_sparse .PX806.} } */
	    px_mma (&d, &at, &bs);	/* { dg-error {no 'px_mma' of these fragments: it takes a px_acc, a px_lhs and a px_rhs, or tiles for these .PX806.} } */
	  }
    }
}
