/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Hopper's operations in the wrong place. */
#include <px.h>

typedef px_tile (px_bf16, 64, 64, 128) tile;

/* mma outside a warp, wgmma outside a warpgroup, setmaxnreg in half of one.  */
__kernel __requires (grid (1), block (1), threads (256), smem (16384)) void
places (void)
{
  __group (block, 1)
    {
      __shared tile a, b;
      px_acc (float, 64, 64) d __perspective (thread, 128);
      px_acc (float, 16, 8) e __perspective (thread, 32);
      px_lhs (px_bf16, 16, 16) x __perspective (thread, 32);
      px_rhs (px_bf16, 16, 8) y __perspective (thread, 32);
      px_zero (&d);
      px_zero (&e);
      px_zero (&x);
      px_zero (&y);
      __group (thread, 64)	/* { dg-message "the code perspective was set here" } */
	{
	  px_mma (&d, &a, &b);	/* { dg-error {'px_mma' of a fragment at thread.128., but the code here has thread.64.[^\n]*PX807} } */
	  px_setmaxnreg_dec (24);	/* { dg-error {px_setmaxnreg_dec[^\n]*thread.128[^\n]*PX304} } */
	  px_mma (&e, &x, &y);
	}
      __group (thread, 16)	/* { dg-message "the code perspective was set here" } */
	px_mma (&e, &x, &y);	/* { dg-error {'px_mma' of a fragment at thread.32., but the code here has thread.16.[^\n]*PX807} } */
    }
}

/* A multicast outside a cluster.  */
__kernel __requires (grid (1), block (1), threads (128), smem (8192)) void
multicast (px_tensor_map m __perspective (grid, 1))	/* { dg-message "'multicast' is declared here" } */
{
  __group (block, 1)
    {
      __shared tile a;
      __async (tile *x = &a)
	px_tensor_load_multicast (x, &m, 3, 0, 0);	/* { dg-error {'px_tensor_load_multicast' needs a cluster[^\n]*PX304} } */
    }
}

/* A descriptor for shared memory that is no tile; fp8 along another dimension than K.  */
__kernel __requires (grid (1), block (1), threads (128), smem (32768)) void
operands (void)
{
  __group (block, 1)
    {
      __shared px_bf16 plain[64][64];
      __shared tile a;
      __shared px_tile (px_e4m3, 64, 64, 64) f;
      px_acc (float, 64, 64) d __perspective (thread, 128);
      px_zero (&d);
      px_mma (&d, &a, &plain);	/* { dg-error {argument 3 of 'px_mma' must be the address of a fragment or a px_tile, not a 'px_bf16 \(\*\)[^\n]*PX802} } */
      px_mma (&d, &f, &f);	/* { dg-error {elements of B that are not of 16 bits must lie along K: B is transposed, px_mma_nt[^\n]*PX806} } */
      px_mma_tt (&d, &f, &f);	/* { dg-error {elements of A that are not of 16 bits must lie along K: A is not transposed[^\n]*PX806} } */
    }
}

/* More registers than the block has.  */
__kernel __requires (grid (1), block (1), threads (384)) void
registers (void)
{
  __group (block, 1)
    __split (thread)		/* { dg-error {the branches of this '__split' have 68608 registers in all, more than the 64512[^\n]*PX304} } */
      {
	__case (256)
	  px_setmaxnreg_inc (248);
	__case (128)
	  px_setmaxnreg_dec (40);
      }
}

__kernel __requires (grid (1), block (1), threads (256)) void
fewer (void)
{
  __group (block, 1)
    px_setmaxnreg_inc (160);	/* { dg-error {'px_setmaxnreg_inc' to 160 is no increase[^\n]*PX304} } */
}

/* What to write instead.  */
/* { dg-message {the units of thread.128. do it together: write it before this '_} "" { target *-*-* } 23 } */
