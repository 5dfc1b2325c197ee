/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Idioms of libraries and of hosts, right and all but right; each defect by its kind:
   look_back race, spin_lock race, buffer_early async, buffer_reused async,
   aggregated race, warp_reduce race, shuffle_mask sync, grid_sync race, histogram race,
   last_block race, block_scope race, part_waits race, one_more memory,
   one_behind memory, pinned_reused race, graph_beside race, fork_join race,
   thread_joined race.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda/atomic>
#include <thread>
namespace cg = cooperative_groups;
template <int BAD>
__global__ void
lookback (int *flag, int *agg, int *incl, int *out, const int *in)
{
  __shared__ int s[64];
  __shared__ int pre;
  int b = blockIdx.x, t = threadIdx.x;
  s[t] = in[b * 64 + t];
  __syncthreads ();
  for (int d = 1; d < 64; d *= 2)
    {
      int v = t >= d ? s[t - d] : 0;
      __syncthreads ();
      s[t] += v;
      __syncthreads ();
    }
  if (t == 0)
    {
      int sum = s[63], p = 0;
      if (b == 0)
	{
	  incl[0] = sum;
	  if (!BAD)
	    __threadfence ();
	  *(volatile int *) &flag[0] = 2;
	}
      else
	{
	  agg[b] = sum;
	  if (!BAD)
	    __threadfence ();
	  *(volatile int *) &flag[b] = 1;
	  for (int k = b - 1; k >= 0;)
	    {
	      int f = *(volatile int *) &flag[k];
	      if (!f)
		continue;
	      __threadfence ();
	      if (f == 2)
		{
		  p += *(volatile int *) &incl[k];
		  break;
		}
	      p += *(volatile int *) &agg[k];
	      k--;
	    }
	  incl[b] = p + sum;
	  __threadfence ();
	  *(volatile int *) &flag[b] = 2;
	}
      pre = p;
    }
  __syncthreads ();
  out[b * 64 + t] = pre + s[t];
}
PROG (look_back)
{
  int *f, *a = dev<int> (8, 0), *i = dev<int> (8, 0), *o = dev<int> (512, 0), *n = dev<int> (512);
  CK (cudaMalloc (&f, 32));
  CK (cudaMemset (f, 0, 32));
  GO (lookback, <<<8, 64>>> (f, a, i, o, n));
  show (o, 512);
}
template <int BAD>
__global__ void
lock_ (int *l, int *c, int *d)
{
  if (threadIdx.x == 0)
    {
      while (atomicCAS (l, 0, 1))
	;
      __threadfence ();
      *c += 1;
      d[*c & 7] += blockIdx.x;
      if (!BAD)
	__threadfence ();
      BAD ? (void) (*(volatile int *) l = 0) : (void) atomicExch (l, 0);
    }
}
PROG (spin_lock)
{
  int *l;
  CK (cudaMalloc (&l, 64));
  CK (cudaMemset (l, 0, 64));
  int *d = dev<int> (8);
  GO (lock_, <<<8, 32>>> (l, l + 1, d));
  show (d, 8);
}
template <int BAD>
__global__ void
dbuf (float *o, const float *in, int n)
{
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float acc = 0;
  __pipeline_memcpy_async (&s[0][t], &in[t], 4);
  __pipeline_commit ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	__pipeline_memcpy_async (&s[(k + 1) & 1][t], &in[(k + 1) * 64 + t], 4);
      __pipeline_commit ();
      __pipeline_wait_prior (BAD ? 2 : 1);
      __syncthreads ();
      acc += s[k & 1][63 - t];
      __syncthreads ();
    }
  o[t] = acc;
}
PROG (buffer_early)
{
  float *o = dev<float> (64), *i = dev<float> (64 * 8);
  GO (dbuf, <<<1, 64>>> (o, i, 8));
  show (o, 64);
}
template <int BAD>
__global__ void
dbuf2 (float *o, const float *in, int n)
{
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float acc = 0;
  __pipeline_memcpy_async (&s[0][t], &in[t], 4);
  __pipeline_commit ();
  for (int k = 0; k < n; k++)
    {
      if (k + 1 < n)
	__pipeline_memcpy_async (&s[(k + 1) & 1][t], &in[(k + 1) * 64 + t], 4);
      __pipeline_commit ();
      __pipeline_wait_prior (1);
      __syncthreads ();
      acc += s[k & 1][63 - t];
      if (!BAD)
	__syncthreads ();
    }
  o[t] = acc;
}
PROG (buffer_reused)
{
  float *o = dev<float> (64), *i = dev<float> (64 * 8);
  GO (dbuf2, <<<1, 64>>> (o, i, 8));
  show (o, 64);
}
template <int BAD>
__global__ void
aggr (int *c, int *out, const int *in)
{
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[t] & 1)
    {
      auto g = cg::coalesced_threads ();
      int b = 0;
      if (g.thread_rank () == 0)
	b = BAD ? (*c += g.size ()) - g.size () : atomicAdd (c, g.size ());
      b = g.shfl (b, 0);
      out[b + g.thread_rank ()] = in[t];
    }
}
PROG (aggregated)
{
  int *c;
  CK (cudaMalloc (&c, 4));
  CK (cudaMemset (c, 0, 4));
  int *o = dev<int> (512), *i = dev<int> (512);
  GO (aggr, <<<4, 128>>> (c, o, i));
  show (o, 512);
}
template <int BAD>
__global__ void
wreduce (float *o, const float *in)
{
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads ();
  if (t < 32)
    {
      float v = s[t] + s[t + 32];
      s[t] = v;
      if (!BAD)
	__syncwarp ();
      for (int d = 16; d; d /= 2)
	{
	  v = t < d ? s[t] + s[t + d] : 0;
	  if (!BAD)
	    __syncwarp ();
	  if (t < d)
	    s[t] = v;
	  if (!BAD)
	    __syncwarp ();
	}
    }
  if (t == 0)
    o[0] = s[0];
}
PROG (warp_reduce)
{
  float *o = dev<float> (1), *i = dev<float> (64);
  GO (wreduce, <<<1, 64>>> (o, i));
  show (o, 1);
}
template <int BAD>
__global__ void
shfl (float *o, const float *in)
{
  int t = threadIdx.x;
  float v = in[t];
  if (t < 16)
    for (int d = 8; d; d /= 2)
      v += __shfl_xor_sync (BAD ? 0xffffffff : 0xffff, v, d);
  o[t] = v;
}
PROG (shuffle_mask)
{
  float *o = dev<float> (32), *i = dev<float> (32);
  GO (shfl, <<<1, 32>>> (o, i));
  show (o, 32);
}
template <int BAD>
__global__ void
gsync (int *a, int n)
{
  cg::grid_group g = cg::this_grid ();
  int t = g.thread_rank ();
  a[t] = t;
  if (!BAD)
    g.sync ();
  else
    __syncthreads ();
  a[n + t] = a[n - 1 - t];
}
PROG (grid_sync)
{
  int *a = dev<int> (1024);
  int n = 512;
  void *ar[] = { &a, &n };
  CK (cudaLaunchCooperativeKernel (bad ? (void *) gsync<1> : (void *) gsync<0>, 4, 128, ar));
  show (a, 1024);
}
template <int BAD>
__global__ void
hist (unsigned *h, const unsigned char *in, int n)
{
  __shared__ unsigned s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    s[i] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (&s[in[i]], 1);
  if (!BAD)
    __syncthreads ();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd (&h[(i + 1) & 255], s[(i + 1) & 255]);
}
PROG (histogram)
{
  unsigned *h;
  CK (cudaMalloc (&h, 1024));
  CK (cudaMemset (h, 0, 1024));
  unsigned char *i = dev<unsigned char> (4096);
  GO (hist, <<<4, 128>>> (h, i, 4096));
  show (h, 256);
}
template <int BAD>
__global__ void
ticket (float *part, unsigned *tk, float *out, const float *in)
{
  __shared__ float s[128];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  for (int d = 64; d; d /= 2)
    {
      __syncthreads ();
      if (t < d)
	s[t] += s[t + d];
    }
  if (t == 0)
    {
      part[blockIdx.x] = s[0];
      if (!BAD)
	__threadfence ();
      last = atomicInc (tk, gridDim.x) == gridDim.x - 1;
    }
  __syncthreads ();
  if (last)
    {
      if (!BAD)
	__threadfence ();
      if (t == 0)
	{
	  float r = 0;
	  for (int i = 0; i < gridDim.x; i++)
	    r += part[i];
	  *out = r;
	}
    }
}
PROG (last_block)
{
  unsigned *tk;
  CK (cudaMalloc (&tk, 4));
  CK (cudaMemset (tk, 0, 4));
  float *p = dev<float> (8, 0), *o = dev<float> (1), *i = dev<float> (1024);
  GO (ticket, <<<8, 128>>> (p, tk, o, i));
  show (o, 1);
}
template <int BAD>
__global__ void
scoped (int *flag, int *data, int *out)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
  cuda::atomic_ref<int, cuda::thread_scope_block> fb (*flag);
  if (blockIdx.x == 0)
    {
      if (threadIdx.x == 0)
	{
	  data[0] = 42;
	  if (BAD)
	    fb.store (1, cuda::memory_order_release);
	  else
	    f.store (1, cuda::memory_order_release);
	}
    }
  else if (threadIdx.x == 0)
    {
      while (BAD ? !fb.load (cuda::memory_order_acquire) : !f.load (cuda::memory_order_acquire))
	;
      *out = data[0];
    }
}
PROG (block_scope)
{
  int *f;
  CK (cudaMalloc (&f, 4));
  CK (cudaMemset (f, 0, 4));
  int *d = dev<int> (1), *o = dev<int> (1);
  GO (scoped, <<<2, 32>>> (f, d, o));
  show (o, 1);
}
template <int BAD>
__global__ void
divsync (int *o, const int *in)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (BAD ? (t < 48) : (blockIdx.x == 0))
    {
      __syncthreads ();
      o[t] = s[t ^ 33];
    }
}
PROG (part_waits)
{
  int *o = dev<int> (64), *i = dev<int> (64);
  GO (divsync, <<<2, 64>>> (o, i));
  show (o, 64);
}
template <int BAD>
__global__ void
oob (int *o, const int *in, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (BAD ? i <= n : i < n)
    o[i] = in[i] + 1;
}
PROG (one_more)
{
  int *o = dev<int> (1000), *i = dev<int> (1000);
  GO (oob, <<<4, 256>>> (o, i, 1000));
  show (o, 1000);
}
template <int BAD>
__global__ void
smoob (int *o, const int *in)
{
  __shared__ int s[33];
  int t = threadIdx.x;
  s[t + (BAD ? 2 : 1)] = in[t];
  if (t == 0)
    s[0] = 0;
  __syncthreads ();
  o[t] = s[t + (BAD ? 1 : 0)];
}
PROG (one_behind)
{
  int *o = dev<int> (32), *i = dev<int> (32);
  GO (smoob, <<<1, 32>>> (o, i));
  show (o, 32);
}
__global__ void
fill (int *p, int v)
{
  p[threadIdx.x] = v;
}
__global__ void
inc (int *p)
{
  p[threadIdx.x]++;
}
PROG (pinned_reused)
{
  int *h, *d = dev<int> (64);
  CK (cudaMallocHost (&h, 256));
  cudaStream_t s;
  cudaStreamCreate (&s);
  for (int k = 0; k < 3; k++)
    {
      if (k && !bad)
	cudaStreamSynchronize (s);
      for (int i = 0; i < 64; i++)
	h[i] = k;
      CK (cudaMemcpyAsync (d, h, 256, cudaMemcpyHostToDevice, s));
      inc<<<1, 64, 0, s>>> (d);
    }
  cudaStreamSynchronize (s);
  show (d, 64);
}
PROG (graph_beside)
{
  int *a = dev<int> (64);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  cudaGraph_t g;
  cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal);
  inc<<<1, 64, 0, s>>> (a);
  inc<<<1, 64, 0, s>>> (a);
  cudaStreamEndCapture (s, &g);
  cudaGraphExec_t x;
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, s));
  if (!bad)
    cudaStreamSynchronize (s);
  inc<<<1, 64, 0, t>>> (a);
  done ();
}
PROG (fork_join)
{
  int *a = dev<int> (64), *b = dev<int> (64);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking);
  cudaEvent_t e, f;
  cudaEventCreateWithFlags (&e, cudaEventDisableTiming);
  cudaEventCreateWithFlags (&f, cudaEventDisableTiming);
  fill<<<1, 64, 0, s>>> (a, 1);
  cudaEventRecord (e, s);
  cudaStreamWaitEvent (t, e);
  inc<<<1, 64, 0, t>>> (a);
  cudaEventRecord (f, t);
  inc<<<1, 64, 0, s>>> (b);
  if (!bad)
    cudaStreamWaitEvent (s, f);
  inc<<<1, 64, 0, s>>> (a);
  done ();
}
PROG (thread_joined)
{
  int *a = dev<int> (64);
  std::thread th ([&] {
    fill<<<1, 64, 0, cudaStreamPerThread>>> (a, 2);
    cudaStreamSynchronize (cudaStreamPerThread);
  });
  th.join ();
  cudaStream_t s;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  inc<<<1, 64, 0, s>>> (a);
  if (bad)
    inc<<<1, 64, 0, cudaStreamPerThread>>> (a);
  done ();
}

/* All threads fence, and after a barrier one counts the block: the last one adds up.  */
template <int B> __global__ void
lastK (unsigned *count, int *part, int *out)
{
  __shared__ bool last;
  int t = threadIdx.x;
  part[blockIdx.x * 32 + t] = t;	/* all_fence race */
  if (!B || t == 0)
    __threadfence ();
  __syncthreads ();
  if (t == 0)
    last = atomicAdd (count, 1u) == gridDim.x - 1;
  __syncthreads ();
  if (!last)
    return;
  __threadfence ();
  int s = 0;
  for (unsigned i = 0; i < gridDim.x; i++)
    s += part[i * 32 + t];	/* all_fence race */
  out[t] = s;
}
PROG (all_fence)
{
  unsigned *n = dev<unsigned> (1);
  int *p = dev<int> (256), *o = dev<int> (32);
  GO (lastK, <<<8, 32>>> (n, p, o));
  show (o, 32);
}

/* One thread sees the flag, and behind a barrier those who read the data fence.  */
template <int B> __global__ void
handK (int *data, volatile int *flag, int *out)
{
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    {
      data[t] = t;	/* fence_behind race */
      __threadfence ();
      __syncthreads ();
      if (t == 0)
	*flag = 1;
    }
  else
    {
      if (t == 0)
	while (*flag == 0)
	  ;
      __syncthreads ();
      if (!B || t < 32)
	__threadfence ();
      out[t] = data[t];	/* fence_behind race */
    }
}
PROG (fence_behind)
{
  int *d = dev<int> (64), *f = dev<int> (1), *o = dev<int> (64);
  GO (handK, <<<2, 64>>> (d, f, o));
  show (o, 64);
}
/* The same within warps.  */
template <int B> __global__ void
handWarpK (int *data, volatile int *flag, int *out)
{
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    {
      data[t] = t;	/* fence_warp race */
      __threadfence ();
      __syncwarp ();
      if (t == 0)
	*flag = 1;
    }
  else
    {
      if (t == 0)
	while (*flag == 0)
	  ;
      __syncwarp ();
      if (!B)
	__threadfence ();
      out[t] = data[t];	/* fence_warp race */
    }
}
PROG (fence_warp)
{
  int *d = dev<int> (32), *f = dev<int> (1), *o = dev<int> (32);
  GO (handWarpK, <<<2, 32>>> (d, f, o));
  show (o, 32);
}
