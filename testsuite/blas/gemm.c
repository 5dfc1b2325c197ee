/* SPDX-License-Identifier: MIT */
/* Products of matrices: sizes around the tiles and ragged ones, all transpositions, leading
   dimensions that are more than is needed, scalars, batches.  With an argument, a few.  */
#include "product.h"

static const long sides[] = { 1, 2, 31, 63, 64, 65, 127, 130 };
static const long depths[] = { 1, 7, 15, 16, 17, 40 };

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  enum { SIDES = sizeof sides / sizeof *sides, DEPTHS = sizeof depths / sizeof *depths };
  bool few = argc > 1;
  int turn = 0;
  for (const char *type = "sdhb"; *type; type++)
    for (int ops = 0; ops < 4; ops++)
      {
	pxblas_op opa = ops & 1 ? PXBLAS_T : PXBLAS_N, opb = ops & 2 ? PXBLAS_T : PXBLAS_N;
	/* Each side with each other, or a few; depths and leading dimensions in turn.  */
	for (int i = 0; i < SIDES; i++)
	  for (int j = 0; j < SIDES; j++)
	    if (few ? (i + j) % 7 == ops : i < 6 || i == j)
	      {
		turn++;
		multiply (&(struct product){ *type, opa, opb, sides[i], sides[j], depths[turn % DEPTHS],
					     turn % 5 ? 1.25 : 1, turn % 3 ? -0.75 : 0, turn % 2 * 3, 1, 0, 0 });
	      }
	for (int k = 0; k < DEPTHS; k++)
	  multiply (&(struct product){ *type, opa, opb, 33, 18, depths[k], 2, k % 2, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 5, 70, 9, 1, 0.5, 2, 3, 1, 1 });
	multiply (&(struct product){ *type, opa, opb, 66, 3, 20, 1, 0, 0, 4, 0, 1 });
	multiply (&(struct product){ *type, opa, opb, 10, 11, 12, -1, 1, 1, 5, 1, 0 });
	/* More tiles than multiprocessors: the large ones.  */
	if (*type == 's' || *type == 'd')
	  {
	    multiply (&(struct product){ *type, opa, opb, 9, 7, 11, 1, 2, 1, 150, 1, 1 });
	    if (!few)
	      multiply (&(struct product){ *type, opa, opb, 130, 257, 21, 1.5, 0.5, 1, 40, 1, 0 });
	  }
	/* Epilogues: each function with each bias, also of nothing but them.  */
	for (int e = 1; e < 9 && *type != 'd'; e++)
	  {
	    multiply (&(struct product){ *type, opa, opb, 66, 70, 20, 1.5, e % 2 * -2, 1, 1, 0, 0, e / 3, e % 3 });
	    multiply (&(struct product){ *type, opa, opb, 9, 5, 8 * (e / 5), 0.5, 1, 2, 2, 1, 0, e / 3, e % 3 });
	  }
	if (*type == 's')
	  multiply (&(struct product){ 's', opa, opb, 9, 7, 11, 1, 2, 1, 150, 1, 1, PXBLAS_GELU, PXBLAS_BIAS_ROWS });
	/* Nothing to sum, nothing to read, nothing to do.  */
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 3, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 0, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 5, 0, 0.5, 1, 1, 0, 0 });
      }
  for (const char *type = "shb"; *type; type++)
    activations (&anywhere, PXBLAS_KERNEL_MMA, *type, few ? 20 : 100);
  return done ("gemm");
}
