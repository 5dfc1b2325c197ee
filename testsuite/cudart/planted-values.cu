/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Types and values: alignment of packed types, indices that wrap, variables that nobody has set; and
   protocols of several blocks.  */
#include "plant.h"
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/span>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
/* Pairs of halves that begin at an odd one.  */
template <int B> __global__ void
pairsK (const half *a, half2 *o)
{
  int t = threadIdx.x;
  const half *p = a + (B ? 1 : 2);
  o[t] = __hadd2 (((const half2 *) p)[t], o[t]);	/* half2_odd memory */
}
PROG (half2_odd)
{
  half *a;
  half2 *o;
  CK (cudaMalloc (&a, 512));
  CK (cudaMalloc (&o, 256));
  CK (cudaMemset (a, 0x11, 512));
  CK (cudaMemset (o, 0x11, 256));
  GO (pairsK, <<<1, 64>>> (a, o));
  show ((int *) o, 64);
}
/* The same of bfloat16 in shared memory, in rows of an odd length.  */
template <int B> __global__ void
rowsK (float *o)
{
  __shared__ __align__ (16) __nv_bfloat16 s[8][B ? 33 : 34];
  int t = threadIdx.x, y = t / 4, x = t % 4;
  for (int i = x; i < 32; i += 4)
    s[y][i] = __float2bfloat16 (i);
  __syncwarp ();
  float2 v = __bfloat1622float2 (*(__nv_bfloat162 *) &s[y][x * 2]);	/* bf16_rows memory */
  o[t] = v.x + v.y;
}
PROG (bf16_rows)
{
  float *o = dev<float> (32);
  GO (rowsK, <<<1, 32>>> (o));
  show (o, 32);
}
/* An atomic addition to a pair that is not aligned.  */
template <int B> __global__ void
addedK (half *p)
{
  atomicAdd ((half2 *) (p + (B ? 3 : 4)), __float2half2_rn (1.f));	/* half2_atomic memory */
}
PROG (half2_atomic)
{
  half *p;
  CK (cudaMalloc (&p, 64));
  CK (cudaMemset (p, 0, 64));
  GO (addedK, <<<1, 32>>> (p));
  show ((int *) p, 16);
}
/* Structures of 12 bytes that are read as if they had 16.  */
struct point
{
  float x, y, z;
};
template <int B> __global__ void
pointsK (const point *p, float *o, int n)
{
  int t = threadIdx.x;
  if (B)
    {
      float4 v = *(const float4 *) (p + t);	/* points memory */
      o[t] = v.x + v.y + v.z;
    }
  else
    o[t] = p[t].x + p[t].y + p[t].z;
}
PROG (points)
{
  float *p = dev<float> (192), *o = dev<float> (64);
  GO (pointsK, <<<1, 64>>> ((point *) p, o, 64));
  show (o, 64);
}
/* A number of 8 bits that counts to 256.  */
template <int B> __global__ void
bytesK (int *o, int n)
{
  using index = typename cuda::std::conditional<B, signed char, int>::type;
  for (index i = threadIdx.x, k = 0; k < 5; i += 32, k++)
    if (i < n)
      o[i] = i;	/* narrow memory */
}
PROG (narrow)
{
  int *o = dev<int> (160);
  GO (bytesK, <<<1, 32>>> (o, 160));
  show (o, 160);
}
/* A product of sizes that wraps: 65536 x 65537 is 65536.  */
template <int B> __global__ void
productK (int *o, unsigned w, unsigned h, size_t n)
{
  unsigned t = threadIdx.x;
  size_t size = B ? w * h : (size_t) w * h, i = size - 1 - t;
  if (B || i < n)
    o[i] = t;	/* product memory */
}
PROG (product)
{
  int *o = dev<int> (1024);
  GO (productK, <<<1, 64>>> (o, 65536, 65537, 1024));
  show (o, 1024);
}
/* A difference of unsigned numbers below zero.  */
template <int B> __global__ void
beforeK (const int *a, int *o, unsigned n)
{
  unsigned t = threadIdx.x;
  o[t] = a[t] - (B || t ? a[t - 1] : 0);	/* before memory */
}
PROG (before)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (beforeK, <<<1, 64>>> (a, o, 64));
  show (o, 64);
}
/* An index that is read from data, which may be any number.  */
template <int B> __global__ void
tableK (const int *in, int *o)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads ();
  int i = in[t];
  o[t] = s[B ? i : i & 63];	/* from_data memory */
}
PROG (from_data)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  int far = 1 << 20;
  CK (cudaMemcpy (a + 9, &far, 4, cudaMemcpyHostToDevice));
  GO (tableK, <<<1, 64>>> (a, o));
  show (o, 64);
}
/* A span that is longer than what it stands for.  */
template <int B> __global__ void
spanK (int *p, int n)
{
  cuda::std::span<int> s (p, n + B);
  for (unsigned i = threadIdx.x; i < s.size (); i += 32)
    s[i] = i;	/* span_long memory */
}
PROG (span_long)
{
  int *p = dev<int> (100);
  GO (spanK, <<<1, 32>>> (p, 100));
  show (p, 100);
}
/* An array of a thread of which a loop fills all but the last.  */
template <int B> __global__ void
lastK (const int *in, int *o)
{
  cuda::std::array<int, 8> v;
  int t = threadIdx.x;
  for (int i = 0; i < 8 - B; i++)
    v[i] = in[(t + i) % 32];
  o[t] = v[in[t] % 8];	/* array_last init */
}
PROG (array_last)
{
  int *a = dev<int> (32), *o = dev<int> (32);
  GO (lastK, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* A minimum whose first value nobody has set.  */
template <int B> __global__ void
leastK (const int *in, int *o)
{
  __shared__ int least;
  if (!B && threadIdx.x == 0)
    least = 1000;
  __syncthreads ();
  atomicMin (&least, in[threadIdx.x]);	/* least init */
  __syncthreads ();
  if (threadIdx.x == 0)
    *o = least;	/* least init */
}
PROG (least)
{
  int *a = dev<int> (64), *o = dev<int> (1);
  GO (leastK, <<<1, 64>>> (a, o));
  show (o, 1);
}
/* Memory of the device's heap is not zero.  */
template <int B> __global__ void
heapK (int *o)
{
  int *p = B ? (int *) malloc (40) : new int[10]();
  if (!p)
    return;
  p[3] = 1;
  o[threadIdx.x] = p[threadIdx.x % 10];	/* heap_unset init */
  B ? free (p) : delete[] p;
}
PROG (heap_unset)
{
  int *o = dev<int> (32);
  GO (heapK, <<<1, 32>>> (o));
  show (o, 32);
}
/* Two blocks take turns by a number, which is released; the first reader reads it too early.  */
template <int B> __global__ void
turnsK (int *turn, int *data, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> n (*turn);
  int sum = 0;
  for (int i = 0; i < 4; i++)
    {
      if (B)
	sum += data[0];	/* turn_early race */
      while (n.load (cuda::memory_order_acquire) % 2 != (int) blockIdx.x)
	;
      if (!B)
	sum += data[0];
      data[0] = sum + i;	/* turn_early race */
      n.fetch_add (1, cuda::memory_order_acq_rel);
    }
  o[blockIdx.x] = sum;
}
PROG (turn_early)
{
  int *n = dev<int> (1), *d = dev<int> (1), *o = dev<int> (2);
  GO (turnsK, <<<2, 1>>> (n, d, o));
  show (o, 2);
}
/* Readers and one writer: a reader that does not count itself.  */
template <int B> __global__ void
readersK (int *state, int *data, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> s (*state);
  if (blockIdx.x == 0)
    {
      int free = 0;
      while (!s.compare_exchange_weak (free, -1, cuda::memory_order_acquire))
	free = 0;
      *data += 1;	/* readers race */
      s.store (0, cuda::memory_order_release);
    }
  else
    {
      int n = s.load (cuda::memory_order_relaxed);
      while (!B && (n < 0 || !s.compare_exchange_weak (n, n + 1, cuda::memory_order_acquire)))
	n = s.load (cuda::memory_order_relaxed);
      o[blockIdx.x] = *data;	/* readers race */
      if (!B)
	s.fetch_sub (1, cuda::memory_order_release);
    }
}
PROG (readers)
{
  int *s = dev<int> (1), *d = dev<int> (1), *o = dev<int> (8);
  GO (readersK, <<<8, 1>>> (s, d, o));
  show (o, 8);
}
/* A block that waits for a number of arrivals which only those that do not leave early make.  */
template <int B> __global__ void
arrivalsK (const int *in, int *count, int *part, int *o)
{
  int b = blockIdx.x;
  if (B && in[b] == 2)
    return;
  part[b] = b;
  __threadfence ();
  atomicAdd (count, 1);
  if (b == 0)
    {
      while (atomicAdd (count, 0) < (int) gridDim.x)	/* arrivals sync */
	;
      __threadfence ();
      for (unsigned i = 0; i < gridDim.x; i++)
	*o += part[i];
    }
}
PROG (arrivals)
{
  int *a = dev<int> (4), *c = dev<int> (1), *p = dev<int> (4), *o = dev<int> (1);
  GO (arrivalsK, <<<4, 1>>> (a, c, p, o));	/* arrivals sync */
  show (o, 1);
}
/* A tree of sums over blocks: the second to arrive goes on, and has to see what the first has left.  */
template <int B> __global__ void
treeK (int *sum, int *flag, int n)
{
  int at = blockIdx.x;
  sum[n + at] = at;	/* tree race */
  for (int i = (n + at) / 2; i; i /= 2)
    {
      if (!B)
	__threadfence ();
      if (!atomicExch (flag + i, 1))
	return;
      if (!B)
	__threadfence ();
      sum[i] = sum[2 * i] + sum[2 * i + 1];	/* tree race */
    }
}
PROG (tree)
{
  int *s = dev<int> (16), *f = dev<int> (8, false);
  CK (cudaMemset (f, 0, 32));
  GO (treeK, <<<8, 1>>> (s, f, 8));
  show (s, 2);
}
/* A block takes work until there is none; the number that its threads share is read again too late.  */
template <int B> __global__ void
workK (int *next, int *o)
{
  __shared__ int at;
  for (;;)
    {
      if (threadIdx.x == 0)
	at = atomicAdd (next, 64);	/* work_number race */
      __syncthreads ();
      int mine = at;	/* work_number race */
      if (!B)
	__syncthreads ();
      if (mine >= 1024)
	break;
      o[mine + threadIdx.x] = mine;
    }
}
PROG (work_number)
{
  int *n = dev<int> (1), *o = dev<int> (1024);
  GO (workK, <<<2, 64>>> (n, o));
  show (o, 1024);
}
/* A tile that is turned in place: partners of different warps.  */
template <int B> __global__ void
turnedK (int *p)
{
  __shared__ int s[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = p[y * 16 + x];
  __syncthreads ();
  if (B)
    s[x][y] = s[y][x];	/* turned race */
  else
    {
      int v = s[x][y];
      __syncthreads ();
      s[y][x] = v;
    }
  __syncthreads ();
  p[y * 16 + x] = s[y][x];
}
PROG (turned)
{
  int *p = dev<int> (256);
  GO (turnedK, <<<1, dim3 (16, 16)>>> (p));
  show (p, 256);
}
/* A callback by a pointer that a kernel before has put into memory, of a class that is gone.  */
struct shape
{
  __device__ virtual int area () const = 0;
};
struct square : shape
{
  int a;
  __device__ square (int n) : a (n) {}
  __device__ int area () const override { return a * a; }
};
template <int B> __global__ void
makeK (shape **s)
{
  *s = new square (5);
  if (B)
    delete (square *) *s;
}
template <int B> __global__ void
askK (shape **s, int *o)
{
  *o = (*s)->area ();	/* shape_gone memory */
  if (!B)
    delete (square *) *s;
}
PROG (shape_gone)
{
  shape **s;
  int *o = dev<int> (1);
  CK (cudaMalloc (&s, 8));
  GO (makeK, <<<1, 1>>> (s));
  GO (askK, <<<1, 1>>> (s, o));
  show (o, 1);
}
