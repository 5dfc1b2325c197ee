/* SPDX-License-Identifier: MIT */
/* Operands of products of px_bf16: small integers, so that sums are exact.  */

static px_bf16
bf (int v)
{
  union { float f; unsigned u; } x = { v };
  return (px_bf16) { x.u >> 16 };
}

/* Sets the NA elements of A and the NB of B at random.  */
static void
fill_operands (px_bf16 *a, int na, px_bf16 *b, int nb)
{
  for (int i = 0; i < na; i++)
    a[i] = bf ((int) RND (2));
  for (int i = 0; i < nb; i++)
    b[i] = bf (RND (4) == 0);
}
