/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {movmatrix\.sync\.aligned\.m8n8\.trans\.b16} 26 } } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_80" } */
/* D = A (B C): a sum of each kind becomes a right operand, whole and by parts.  */
#include "aux/elements.h"

enum { M = 16, K = 32, L = 16, N = 16 };

#define KINDS(X) X (half, float, px_half) X (bf16, float, px_bf16) X (both, px_half, px_half)
#define KERNEL(NAME, TS, T)								\
__kernel __requires (grid (1), block (1), threads (32)) void				\
NAME (const T *a, const T *b, const T *c, float *d __perspective (grid, 1))		\
{											\
  __partition (thread, 32, float *p = d + px_id (thread, 32) * M * N)			\
    __group (thread, 32)								\
      {											\
	px_acc (TS, K, N) bc;								\
	px_acc (float, M, N) sum;							\
	px_lhs (T, K, L) x;								\
	px_rhs (T, L, N) y;								\
	px_load (&x, b, L);								\
	px_load (&y, c, N);								\
	px_mul (&bc, &x, &y);								\
	px_zero (&sum);									\
	PRODUCT_##NAME (T)								\
	px_store (p, N, &sum);								\
      }											\
}
#define PARTS(T)									\
  for (int k = 0; k < K; k += 16)							\
    {											\
      px_lhs (T, M, 16) left;								\
      px_rhs (T, 16, N) right;								\
      px_load (&left, a + k, K);							\
      px_part (&right, &bc, k, 0);							\
      px_mma (&sum, &left, &right);							\
    }
#define WHOLE(T)									\
  px_lhs (T, M, K) left;								\
  px_rhs (T, K, N) right;								\
  px_load (&left, a, K);								\
  px_convert (&right, &bc);								\
  px_mma (&sum, &left, &right);
#define PRODUCT_half WHOLE
#define PRODUCT_bf16 PARTS
#define PRODUCT_both(T)									\
  px_rhs (T, 16, 8) corner;								\
  px_acc (float, M, 8) none;								\
  px_lhs (T, M, 16) zero;								\
  px_zero (&none);									\
  px_zero (&zero);									\
  px_part (&corner, &bc, 16, 8);							\
  px_mma (&none, &zero, &corner);							\
  PARTS (T)
KINDS (KERNEL)

#define TEST(NAME, TS, T)								\
static int										\
test_##NAME (void)									\
{											\
  static T a[M * K], b[K * L], c[L * N];						\
  static float d[M * N];								\
  for (int i = 0; i < M * K; i++)							\
    a[i] = make_##T (i * 7 % 3);							\
  for (int i = 0; i < K * L; i++)							\
    b[i] = make_##T (i * 5 % 4 == 0);							\
  for (int i = 0; i < L * N; i++)							\
    c[i] = make_##T (i * 3 % 5 == 1);							\
  T *da = px_alloc (sizeof a), *db = px_alloc (sizeof b), *dc = px_alloc (sizeof c);	\
  float *dd = px_alloc (sizeof d);							\
  if (px_check (px_copy (da, a, sizeof a)) || px_check (px_copy (db, b, sizeof b))	\
      || px_check (px_copy (dc, c, sizeof c))						\
      || px_check (px_launch (px_grid (1, 32), NAME, da, db, dc, dd)) || px_check (px_copy (d, dd, sizeof d)))	\
    return 1;										\
  for (int i = 0; i < M; i++)								\
    for (int j = 0; j < N; j++)								\
      {											\
	int want = 0;									\
	for (int k = 0; k < K; k++)							\
	  for (int l = 0; l < L; l++)							\
	    want += (i * K + k) * 7 % 3 * ((k * L + l) * 5 % 4 == 0) * ((l * N + j) * 3 % 5 == 1);	\
	if (d[i * N + j] != want)							\
	  {										\
	    printf ("%s: d[%d][%d] = %g, not %d\n", #NAME, i, j, d[i * N + j], want);	\
	    return 1;									\
	  }										\
      }											\
  return 0;										\
}
KINDS (TEST)

int
main (void)
{
  int bad = 0;
#define RUN(NAME, ...) bad |= test_##NAME ();
  KINDS (RUN)
  return bad;
}
