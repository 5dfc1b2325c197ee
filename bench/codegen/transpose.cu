/* SPDX-License-Identifier: MIT */
enum
{
  B = 32,
  R = 8
};
extern "C" __global__ void __launch_bounds__ (B *R)
transpose (const float *__restrict__ in, float *__restrict__ out, int w, int h)
{
  __shared__ float tile[B][B + 1];
  int across = (int) blockIdx.x % (w / B), down = (int) blockIdx.x / (w / B);
  int x = threadIdx.x % B, y = threadIdx.x / B;
  for (int j = 0; j < B; j += R)
    tile[y + j][x] = in[(down * B + y + j) * w + across * B + x];
  __syncthreads ();
  for (int j = 0; j < B; j += R)
    out[(across * B + y + j) * h + down * B + x] = tile[x][y + j];
}
