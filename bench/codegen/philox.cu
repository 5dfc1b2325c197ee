/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
philox (int n, unsigned seed, unsigned *__restrict__ out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      unsigned a = i, b = 0, c = 1, d = 2, k0 = seed, k1 = seed + 1;
      for (int round = 0; round < 10; round++)
	{
	  unsigned long p = 0xd2511f53ul * a, q = 0xcd9e8d57ul * c;
	  a = (unsigned) (q >> 32) ^ b ^ k0;
	  c = (unsigned) (p >> 32) ^ d ^ k1;
	  b = (unsigned) q;
	  d = (unsigned) p;
	  k0 += 0x9e3779b9;
	  k1 += 0xbb67ae85;
	}
      unsigned r = a ^ b ^ c ^ d;
      out[i] = r;
    }
}
