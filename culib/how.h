/* SPDX-License-Identifier: MIT */
/* Flags and constants that callers pass to the kernels of libcublas.  */
#ifndef CULIB_HOW_H
#define CULIB_HOW_H

enum culib_how
{
  CULIB_LOWER = 1,	/* op (A) is stored in its lower triangle, otherwise in the upper one */
  CULIB_UPPER = 2,
  CULIB_SYMMETRIC = 4,	/* the other triangle is the mirror image */
  CULIB_HERMITIAN = 8,	/* the same, but conjugated */
  CULIB_TRIANGULAR = 16, /* the other triangle is 0 */
  CULIB_UNIT = 32,	/* the diagonal is 1 */
  CULIB_CONJ_A = 64, CULIB_CONJ_B = 128
};

enum culib_reduction
{
  CULIB_DOT, CULIB_DOTC, CULIB_SUM, CULIB_NORM,
  CULIB_MOST, CULIB_LEAST	/* these and the following return an index, counted from 1 */
};

enum { CULIB_COLS = 8 };	/* columns that a thread of gemm computes */

#endif
