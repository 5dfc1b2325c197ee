/* SPDX-License-Identifier: MIT */
enum
{
  T = 256
};
extern "C" __global__ void __launch_bounds__ (T)
bitonic (const unsigned *__restrict__ in, unsigned *__restrict__ out)
{
  __shared__ unsigned line[T];
  int b = blockIdx.x, t = threadIdx.x;
  line[t] = in[b * T + t];
  for (int k = 2; k <= T; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      {
	__syncthreads ();
	unsigned other = line[t ^ j];
	__syncthreads ();
	if (((t & k) == 0) == ((t & j) == 0) ? other < line[t] : other > line[t])
	  line[t] = other;
      }
  out[b * T + t] = line[t];
}
