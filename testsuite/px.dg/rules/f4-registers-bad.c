/* SPDX-License-Identifier: MIT */
/* setmaxnreg: by a warpgroup, in a block of fixed size, within its registers.  */
/* { dg-do compile } */
#include <px.h>

__kernel __requires (grid (1), block (1), thread (128)) void
free_size (void)	/* { dg-message "is declared here" } */
{
  __group (block, 1)
    __group (thread, 128)
      px_setmaxnreg_dec (40);	/* { dg-error {'px_setmaxnreg_dec' needs a block of fixed size[^\n]*PX304} } */
}

__kernel __requires (grid (1), block (1), threads (384)) void
numbers (int n __perspective (grid, 1))
{
  __group (block, 1)
    {
      px_setmaxnreg_dec (n);	/* { dg-error {argument 1 of 'px_setmaxnreg_dec' must be one of the constants 24, 32[^\n]*PX304} } */
      px_setmaxnreg_inc (20);	/* { dg-error {PX304} } */
      px_setmaxnreg_inc (100);	/* { dg-error {PX304} } */
    }
}

__kernel __requires (grid (1), block (1), threads (384)) void
half (void)
{
  __group (block, 1)
    __split (thread)
      {
	__case (64)	/* { dg-message "the code perspective was set here" } */
	  px_setmaxnreg_dec (40);	/* { dg-error {'px_setmaxnreg_dec' needs thread.128., but the code here has thread.64.[^\n]*PX304} } */
	__case (64)
	  {
	  }
      }
}

__kernel __requires (grid (1), block (1), threads (384)) void
direction (void)
{
  __group (block, 1)
    px_setmaxnreg_inc (160);	/* { dg-error {'px_setmaxnreg_inc' to 160 is no increase: each thread of 'direction[^\n]*168 registers[^\n]*PX304} } */
}

__kernel __requires (grid (1), block (1), threads (384), minblocks (2)) void
direction_2 (void)
{
  __group (block, 1)
    px_setmaxnreg_dec (88);	/* { dg-error {no decrease[^\n]*80 registers[^\n]*PX304} } */
}

__kernel __requires (grid (1), block (1), threads (384)) void
sum (void)
{
  __group (block, 1)
    __split (thread)	/* { dg-error {the branches of this '__split' have 65536 registers in all, more than the 64512[^\n]*PX304} } */
      {
	__case (256)
	  px_setmaxnreg_inc (240);
	__case (128)
	  px_setmaxnreg_dec (32);
      }
}
