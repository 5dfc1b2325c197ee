/* SPDX-License-Identifier: MIT */
/* Matrix product by tiles in shared memory: two barriers in each step, as in
   programs written by hand.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"

enum { B = 16 };
__kernel __requires (grid (1), block (1), threads (B * B), smem (2 * B * B * 4)) void
sgemm (const float *A, const float *Bm, float *C, int M, int N, int K)
{
  int across = N / B;
  int br __perspective (block, 1) = px_id (block) / across, bc __perspective (block, 1) = px_id (block) % across;
  __partition (block, 1, float *tile = C + br * B * N + bc * B)
    __group (block, 1) {
      __shared float As[B][B];
      __shared float Bs[B][B];
      int t __perspective (thread, 1) = px_id (thread);
      int r __perspective (thread, 1) = t / B, c __perspective (thread, 1) = t % B;
      float sum __perspective (thread, 1) = 0;
      for (int k = 0; k < K; k += B) {
        __partition (thread, 1, float *a = &As[r][c])
          __partition (thread, 1, float *b = &Bs[r][c])
            __group (thread, 1) {
              *a = A[(br * B + r) * K + k + c];
              *b = Bm[(k + r) * N + bc * B + c];
            }
        for (int i = 0; i < B; i++)
          sum += As[r][i] * Bs[i][c];
      }
      __partition (thread, 1, float *o = tile + r * N + c)
        __group (thread, 1) *o = sum;
    }
}
int
main (void)
{
  enum { M = 64, N = 96, K = 80 };
  static float a[M * K], b[K * N], c[M * N];
  for (int i = 0; i < M * K; i++)
    a[i] = i % 7 - 3;
  for (int i = 0; i < K * N; i++)
    b[i] = i % 5 - 2;
  float *da = t_dev (a, sizeof a), *db = t_dev (b, sizeof b), *dc = t_dev (0, sizeof c);
  LAUNCH (M / B * (N / B), B * B, sgemm, da, db, dc, M, N, K);
  t_back (c, dc, sizeof c);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      {
	float s = 0;
	for (int k = 0; k < K; k++)
	  s += a[i * K + k] * b[k * N + j];
	CHECK (s == c[i * N + j]);
      }
  return 0;
}
