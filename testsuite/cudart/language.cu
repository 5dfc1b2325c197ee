/* SPDX-License-Identifier: MIT */
/* flags: --extended-lambda.  verdict: clean.  What device code of C++ is made of: virtual functions, function
   pointers, recursion, new and delete, lambdas, local arrays, printf, switch, 64-bit and
   half types, launch bounds, constant arrays, cuda::std and cuda::atomic.  */
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/complex>

struct shape
{
  __device__ virtual int area () const { return 0; }
  __device__ virtual ~shape () {}
};
struct square : shape
{
  int a;
  __device__ square (int x) : a (x) {}
  __device__ int area () const override { return a * a; }
};
struct box : shape
{
  int a, b;
  __device__ box (int x, int y) : a (x), b (y) {}
  __device__ int area () const override { return a * b; }
};

__device__ int twice (int x) { return 2 * x; }
__device__ int thrice (int x) { return 3 * x; }
typedef int (*unary) (int);
__device__ unary choose[2] = { twice, thrice };
__constant__ int primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };

__device__ __noinline__ int
ackermann (int m, int n)
{
  return m == 0 ? n + 1 : ackermann (m - 1, n == 0 ? 1 : ackermann (m, n - 1));
}

__global__ void __launch_bounds__ (64, 2)
objects (int *out)
{
  int t = threadIdx.x;
  shape *s = t % 2 ? (shape *) new square (t) : (shape *) new box (t, 3);
  out[t] = s->area () + choose[t % 2](t) + ackermann (1, t % 4) + primes[t % 8];
  delete s;
}

__global__ void
locals (int *out, int k)
{
  int a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i * threadIdx.x;
  switch (k)
    {
    case 0: out[threadIdx.x] = a[k]; break;
    case 1: out[threadIdx.x] = a[threadIdx.x % 16]; break;
    case 2: out[threadIdx.x] = a[(threadIdx.x * 7) % 16] + k; break;
    case 5: out[threadIdx.x] = __popc (threadIdx.x); break;
    default: out[threadIdx.x] = -1;
    }
}

__global__ void
types (float *out)
{
  __half2 h = __floats2half2_rn (threadIdx.x, 0.5f);
  h = __hfma2 (h, h, h);
  __nv_bfloat16 b = __float2bfloat16 (threadIdx.x);
  cuda::std::complex<float> z (threadIdx.x, 1);
  cuda::std::array<double, 3> v = { 1, 2, 3 };
  z *= z;
  out[threadIdx.x] = __low2float (h) + __high2float (h) + __bfloat162float (b) + z.real () + (float) (v[0] + v[2])
    + (float) (sin (0.0) + __sinf (0.0f) + rsqrtf (4.0f) + (double) __clz (1 << threadIdx.x % 31));
}

template <typename F> __global__ void
apply (F f, int *x)
{
  x[threadIdx.x] = f (x[threadIdx.x]);
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ticket;

__global__ void
tickets (int *out)
{
  out[ticket.fetch_add (1, cuda::memory_order_relaxed)] = 1;
}

__global__ void
say (int n)
{
  if (threadIdx.x == 0)
    printf ("block %d of %d: %s %5.2f %c %lld %%\n", blockIdx.x, n, "text", 1.5, 'x', 1ll << 40);
}

int
main ()
{
  int *d, h[64];
  float *f, hf[64];
  CUDA (cudaDeviceSetLimit (cudaLimitMallocHeapSize, 1 << 20));
  CUDA (cudaDeviceSetLimit (cudaLimitStackSize, 4096));
  CUDA (cudaMalloc (&d, sizeof h));
  CUDA (cudaMalloc (&f, sizeof hf));
  objects<<<1, 64>>> (d);
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  const int prime[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
  for (int t = 0; t < 64; t++)
    MUST (h[t] == (t % 2 ? t * t + 3 * t : t * 3 + 2 * t) + t % 4 + 2 + prime[t % 8]);
  for (int k = 0; k < 7; k++)
    {
      locals<<<1, 64>>> (d, k);
      CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
      for (int t = 0; t < 64; t++)
	MUST (h[t] == (k == 0 ? 0 : k == 1 ? t % 16 * t : k == 2 ? t * 7 % 16 * t + 2
		       : k == 5 ? __builtin_popcount (t) : -1));
    }
  types<<<1, 32>>> (f);
  CUDA (cudaMemcpy (hf, f, 32 * sizeof *f, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 32; t++)
    MUST (hf[t] == (float) (t * t + t) + 0.75f + t + (t * t - 1) + 4 + 0.5f + (31 - t % 31));
  int add = 7;
  for (int t = 0; t < 64; t++)
    h[t] = t;
  CUDA (cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
  apply<<<1, 64>>> ([=] __device__ (int x) { return x * x + add; }, d);
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  MUST (h[5] == 32 && h[63] == 63 * 63 + 7);
  CUDA (cudaMemset (d, 0, sizeof h));
  tickets<<<2, 32>>> (d);
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 64; t++)
    MUST (h[t] == 1);
  say<<<2, 32>>> (2);
  CUDA (cudaDeviceSynchronize ());
  int grid, block;
  CUDA (cudaOccupancyMaxPotentialBlockSize (&grid, &block, types, 0, 0));
  MUST (block >= 32 && block <= 1024);
  cudaFuncAttributes a;
  CUDA (cudaFuncGetAttributes (&a, objects));
  MUST (a.maxThreadsPerBlock == 64);
  CUDA (cudaFree (d));
  CUDA (cudaFree (f));
  puts ("ok");
}
