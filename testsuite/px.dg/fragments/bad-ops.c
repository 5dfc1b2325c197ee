/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Operations that do not exist, or not here. */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (128)) void
f (float *p __perspective (grid, 1), const px_half *h __perspective (grid, 1))
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *q = p + b * 512)	/* { dg-message "'q' is declared here" } */
    __group (block, 1)
      {
	__shared px_half rows[256];
	__shared px_tile (px_half, 64, 64, 128) t;
	__shared px_tile (px_e4m3, 128, 64, 64) fp8;
	__group (thread, 32)
	  {
	    px_acc (float, 16, 8) d;
	    px_acc (int, 16, 8) i;
	    px_lhs (px_half, 16, 16) a;
	    px_rhs (px_half, 16, 8) r;
	    px_rhs (px_half, 32, 8) tall;
	    px_rhs (px_bf16, 16, 8) other;
	    px_lhs (px_tf32, 16, 8) tf;
	    px_rhs (px_tf32, 16, 8) rt;
	    px_zero (&d);
	    px_zero (&i);
	    px_zero (&a);
	    px_zero (&r);
	    px_mma (&d, &a, &r);
	    px_mma (&d, &a, &tall);	/* { dg-error {no 'px_mma' of these fragments: 16 x 8 is not of the size of 16 x 16 times 32 x 8[^\n]*PX806} } */
	    px_mma (&i, &a, &r);	/* { dg-error {there is no instruction for these elements[^\n]*PX806} } */
	    px_mma (&d, &a, &other);	/* { dg-error {there is no instruction for these elements[^\n]*PX806} } */
	    px_mma_nt (&d, &a, &r);	/* { dg-error {fragments are not transposed[^\n]*PX806} } */
	    px_mma (&a, &d, &r);	/* { dg-error {it takes a px_acc, a px_lhs and a px_rhs[^\n]*PX806} } */
	    px_mma (&d, &t, &r);	/* { dg-error {only a warpgroup takes operands from shared memory[^\n]*PX806} } */
	    px_convert (&rt, &d);	/* { dg-error {its threads hold other elements[^\n]*PX806} } */
	    px_convert (&tf, &d);
	    px_convert (&tf, &i);
	    px_lhs (int8_t, 16, 16) by;
	    px_rhs (int8_t, 16, 8) br;
	    px_zero (&by);
	    px_zero (&br);
	    px_mma (&i, &by, &br);
	    px_mms (&i, &by, &br);	/* { dg-error {no 'px_mms' of these fragments: there is no subtraction of these products[^\n]*PX806} } */
	    px_mma_xor (&d, &a, &r);	/* { dg-error {no 'px_mma_xor' of these fragments: only a warp has it, of px_b1x32[^\n]*PX806} } */
	    px_mma_keep (&d, &a, &r, px_id (thread));	/* { dg-error {operand 6 of 'px_mma_keep' must be the same for all of thread.32.[^\n]*PX202} } */
	    px_part (&d, &d, 0, 0);
	    px_convert (&a, &d);	/* { dg-error {the sizes differ[^\n]*PX806} } */
	    px_ldmatrix (&i, (int *) 0, 8);	/* { dg-error {not spread over threads as ldmatrix[^\n]*PX806} } */
	    px_ldmatrix_t (&tf, (px_tf32 *) 0, 8);	/* { dg-error {only elements of 16 bits are transposed[^\n]*PX806} } */
	    px_tile_load (&a, &fp8, 0, 0);	/* { dg-error {the elements differ[^\n]*PX806} } */
	    px_store (q, 8, &d);	/* { dg-error {argument 1 of 'px_store' must be a view at thread.32., but is one at block.1.[^\n]*PX807} } */
	    __group (thread, 1)	/* { dg-message "the code perspective was set here" } */
	      {
		px_mma (&d, &a, &r);	/* { dg-error {'px_mma' of a fragment at thread.32., but the code here has thread.1.[^\n]*PX807} } */
		px_set (&d, 0, px_get (&d, 1));
	      }
	    px_ldmatrix (&a, rows, px_id (thread));	/* { dg-error {operand 3 of 'px_ldmatrix' must be the same for all of thread.32.[^\n]*PX202} } */
	  }
	__group (thread, 128)
	  {
	    px_acc (float, 64, 64) d;
	    px_acc (float, 64, 128) wide;
	    px_lhs (px_e4m3, 64, 64) a;
	    px_zero (&d);
	    px_zero (&a);
	    px_mma (&d, &t, &t);
	    px_mul_nt (&wide, &a, &fp8);
	    px_mma (&d, &a, &fp8);	/* { dg-error {64 x 64 is not of the size of 64 x 64 times 128 x 64[^\n]*PX806} } */
	    px_mma_tt (&wide, &fp8, &fp8);	/* { dg-error {PX806} } */
	  }
      }
}

__kernel __requires (grid (1), block (1), threads (128)) void
g (void)
{
  __group (block, 1)
    {
      __shared px_tile (px_e4m3, 64, 64, 64) a, b;
      __shared px_tile (int8_t, 64, 64, 64) s;
      __shared px_tile (int8_t, 40, 64, 64) s40;
      __shared px_tile (int8_t, 296, 64, 64) s296;
      __shared px_tile (px_half, 64, 48, 128) odd;	/* { dg-error {no px_tile .px_half, 64, 48, 128.: its rows have 96 bytes, which is not a multiple of 128[^\n]*PX808} } */
      __shared px_tile (px_half, 12, 64, 128) rows;	/* { dg-error {its rows are not a multiple of 8[^\n]*PX808} } */
      px_tile (px_half, 8, 64, 128) local;	/* { dg-error {tile 'local' must be a '__shared' array[^\n]*PX808} } */
      __group (thread, 128)
	{
	  px_acc (float, 64, 64) d;
	  px_acc (int, 64, 8) i;
	  px_zero (&d);
	  px_zero (&i);
	  px_mma_nt (&d, &a, &b);
	  px_mma (&d, &a, &b);	/* { dg-error {elements of B that are not of 16 bits must lie along K[^\n]*PX806} } */
	  px_mma_tt (&d, &a, &b);	/* { dg-error {elements of A that are not of 16 bits must lie along K[^\n]*PX806} } */
	  px_acc (int, 64, 40) five;
	  px_acc (int, 64, 296) tall;
	  px_zero (&five);
	  px_zero (&tall);
	  px_mma_nt (&five, &s, &s40);	/* { dg-error {with integers, its columns are 8, 24 or a multiple of 16[^\n]*PX806} } */
	  px_mma_nt (&tall, &s, &s296);	/* { dg-error {with integers, its columns are 8, 24 or a multiple of 16[^\n]*PX806} } */
	}
    }
}

__kernel __requires (grid (1), block (1), threads (128)) void
k (px_tensor_map m __perspective (grid, 1))
{
  __group (block, 1)
    {
      __shared px_tile (px_half, 64, 64, 128) a[2];
      __shared px_half plain[64][64];
      __async (px_tile (px_half, 64, 64, 128) *x = a)
	{
	  px_tensor_load (x + 1, &m, 0, 0);
	  px_tensor_load (*x + 8, &m, 0, 0);	/* { dg-error {no 'px_tensor_load' of a tile: this is a part of one[^\n]*PX808} } */
	  px_tensor_load (&(*x)[8], &m, 0, 0);	/* { dg-error {no 'px_tensor_load' of a tile: this is a part of one[^\n]*PX808} } */
	  px_tensor_load (x, &m, 0);	/* { dg-error {no 'px_tensor_load' of a tile: it has rows and columns[^\n]*PX808} } */
	}
      __async (px_tile (px_half, 64, 64, 128) (*all)[2] = &a)
	px_tensor_load (all, &m, 0, 0);	/* { dg-error {no 'px_tensor_load' of a tile: these are several[^\n]*PX808} } */
      __async (px_half (*y)[64][64] = &plain)
	px_tensor_load (y, &m, 0);
      __shared px_tile (px_half, 320, 64, 128) tall;
      __async (px_tile (px_half, 320, 64, 128) *z = &tall)
	{
	  px_tensor_load (z, &m, 0, 0);
	  px_tensor_load_im2col (z, &m, 0, 0, 0, 0, 0, 0);	/* { dg-error {no 'px_tensor_load_im2col' of a tile: its rows are one copy's pixels, up to 256[^\n]*PX808} } */
	}
    }
}

__kernel __requires (grid (1), block (1), threads (32)) void
h (int n, float *p __perspective (grid, 1))
{
  __partition (thread, 32, float *q = p + px_id (thread, 32) * 128)
    __group (thread, 32)
      {
	px_acc (float, 16, 8) a, b, *which = &a;
	px_zero (&a);
	px_zero (&b);
	px_store (q, 7, &a);	/* { dg-error {no 'px_store' of these fragments: its rows would overlap[^\n]*PX806} } */
	px_store (q, -8, &b);	/* { dg-error {no 'px_store' of these fragments: its rows would overlap[^\n]*PX806} } */
	px_load (&b, q, 7);
	if (n)
	  which = &b;
	px_store (q, 8, which);	/* { dg-error {this pointer is not always the address of one and the same fragment[^\n]*PX802} } */
      }
}
