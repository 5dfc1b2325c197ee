/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 -lcublas -lcurand -lcufft.  Programs with one defect each (plant.h).
   Libraries: generators, sums, products, transforms, and what the caller owes them.
   Each by its kind: texture_twice program, generator_early race, generator_small program,
   transform_small program, set_past program, product_stream race, product_early race,
   product_rows memory, product_small memory, keys_uneven memory, iterator_past memory,
   host_range memory, result_early race, result_small memory, sums_room memory.  */
#include "plant.h"
#include <curand_kernel.h>
#include <curand.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/execution_policy.h>
#define N 256
/* ---- generators of kernels ---- */
__global__ void
seedK (curandState *s, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    curand_init (7, i, 0, &s[i]);	/* seed_outside memory */
}
template <int B> __global__ void
drawK (curandState *s, float *o, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = B ? i / 2 : i;
  if (i >= n)
    return;
  curandState mine = s[k];	/* states_unset init states_shared race */
  o[i] = curand_uniform (&mine);	/* states_unset init */
  s[k] = mine;	/* states_shared race states_unset init */
}
PROG (states_unset)
{
  curandState *s;
  float *o = dev<float> (N);
  CK (cudaMalloc (&s, N * sizeof *s));
  if (!bad)
    seedK<<<2, 128>>> (s, N);
  drawK<0><<<2, 128>>> (s, o, N);
  show (o, N);
}
PROG (states_shared)
{
  curandState *s;
  float *o = dev<float> (N);
  CK (cudaMalloc (&s, N * sizeof *s));
  seedK<<<2, 128>>> (s, N);
  GO (drawK, <<<2, 128>>> (s, o, N));
  show (o, N);
}
PROG (seed_outside)
{
  curandState *s;
  float *o = dev<float> (N);
  CK (cudaMalloc (&s, N * (bad ? sizeof (int) : sizeof *s)));
  seedK<<<2, 128>>> (s, N);
  if (!bad)
    {
      drawK<0><<<2, 128>>> (s, o, N);
      show (o, N);
    }
  else
    done ();
}
/* ---- CUB ---- */
/* A part of what it needs.  */
PROG (sums_room)
{
  int n = 1 << 16, *a = dev<int> (n), *o = dev<int> (n, false);
  size_t need = 0;
  void *t;
  CK (cub::DeviceScan::InclusiveSum (0, need, a, o, n));
  CK (cudaMalloc (&t, bad ? need / 4 : need));
  CK (cub::DeviceScan::InclusiveSum (t, need, a, o, n));
  if (!bad)
    show (o, n);
  else
    done ();
}
/* The number of those that are selected is unknown before, and the result too short.  */
struct odd
{
  __host__ __device__ bool operator() (int x) const { return x & 1; }
};
PROG (result_small)
{
  int *a = dev<int> (N), *o = dev<int> (bad ? N / 4 : N), *n = dev<int> (1);
  size_t need = 0;
  void *t;
  CK (cub::DeviceSelect::If (0, need, a, o, n, N, odd ()));
  CK (cudaMalloc (&t, need));
  CK (cub::DeviceSelect::If (t, need, a, o, n, N, odd ()));
  show (n, 1);
}
/* The result is in pinned memory, and nobody waits for the stream.  */
PROG (result_early)
{
  int *a = dev<int> (N), *o;
  size_t need = 0;
  void *t;
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaMallocHost (&o, 4));
  CK (cub::DeviceReduce::Sum (0, need, a, o, N));
  CK (cudaMalloc (&t, need));
  CK (cub::DeviceReduce::Sum (t, need, a, o, N, s));
  if (!bad)
    CK (cudaStreamSynchronize (s));
  printf ("%d\n", *o);
  done ();
}
/* ---- Thrust ---- */
/* A range of the host's iterators under the policy of the device.  */
PROG (host_range)
{
  static int h[64];
  int *a = dev<int> (64);
  try
    {
      thrust::sort (thrust::device, bad ? h : a, bad ? h + 64 : a + 64);
    }
  catch (...)
    {
    }
  done ();
}
/* Two ranges, of which the second is the shorter.  */
PROG (iterator_past)
{
  thrust::device_vector<int> a (N, 1), b (bad ? N - 1 : N, 2), c (N);
  thrust::transform (a.begin (), a.end (), b.begin (), c.begin (), thrust::plus<int> ());
  printf ("%d\n", (int) c[0]);
}
PROG (keys_uneven)
{
  thrust::device_vector<int> k (N), v (bad ? N - 6 : N);
  for (int i = 0; i < N; i += 16)
    k[i] = i;
  thrust::sort_by_key (k.begin (), k.end (), v.begin ());
  printf ("%d\n", (int) k[3]);
}
/* ---- cuBLAS ---- */
static void
product (bool small, bool rows, bool early, bool other)
{
  int n = 32;
  float *a = dev<float> (n * n), *b = dev<float> (n * n), *c = dev<float> (small ? n * n - n : n * n), one = 1, zero = 0, *h;
  cublasHandle_t l;
  cudaStream_t s, t;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CK (cudaMallocHost (&h, n * n * 4));
  CK (cudaDeviceSynchronize ());
  cublasCreate (&l);
  if (!other)
    cublasSetStream (l, s);
  cublasSgemm (l, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, rows ? n + 8 : n, b, n, &zero, c, n);
  CK (cudaMemcpyAsync (h, c, (small ? n * n - n : n * n) * 4, cudaMemcpyDeviceToHost, s));
  if (!early)
    cudaStreamSynchronize (s);
  printf ("%g\n", h[5]);
  cudaDeviceSynchronize ();
  cublasDestroy (l);
}
PROG (product_small)
{
  product (bad, false, false, false);
}
PROG (product_rows)
{
  product (false, bad, false, false);
}
PROG (product_early)
{
  product (false, false, bad, false);
}
PROG (product_stream)
{
  product (false, false, false, bad);
}
PROG (set_past)
{
  static float h[64];
  float *a = dev<float> (bad ? 60 : 64, false);
  seedK<<<1, 32>>> (0, 0);
  cublasSetVector (64, 4, h, 1, a, 1);
  done ();
}
/* ---- cuFFT ---- */
/* The result of a real transform has n / 2 + 1 elements.  */
PROG (transform_small)
{
  seedK<<<1, 32>>> (0, 0);
  float *a = dev<float> (64);
  cufftComplex *o;
  cufftHandle p;
  CK (cudaMalloc (&o, (bad ? 32 : 33) * sizeof *o));
  cufftPlan1d (&p, 64, CUFFT_R2C, 1);
  cufftExecR2C (p, a, o);
  done ();
  cufftDestroy (p);
}
/* ---- cuRAND ---- */
PROG (generator_small)
{
  seedK<<<1, 32>>> (0, 0);
  curandGenerator_t g;
  float *a = dev<float> (bad ? 1000 : 1024, false);
  curandCreateGenerator (&g, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed (g, 5);
  curandGenerateUniform (g, a, 1024);
  done ();
  curandDestroyGenerator (g);
}
PROG (generator_early)
{
  seedK<<<1, 32>>> (0, 0);
  curandGenerator_t g;
  cudaStream_t s, t;
  float *a = dev<float> (1024, false), *h;
  CK (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CK (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CK (cudaMallocHost (&h, 4096));
  curandCreateGenerator (&g, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream (g, s);
  curandGenerateUniform (g, a, 1024);
  CK (cudaMemcpyAsync (h, a, 4096, cudaMemcpyDeviceToHost, bad ? t : s));
  done ();
  curandDestroyGenerator (g);
}
/* ---- objects ---- */
PROG (texture_twice)
{
  int *p = dev<int> (64);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<int> ();
  r.res.linear.sizeInBytes = 256;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  seedK<<<1, 32>>> (0, 0);
  done ();
  CK (cudaDestroyTextureObject (t));
  if (bad)
    cudaDestroyTextureObject (t);
}
