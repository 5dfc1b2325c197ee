/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  Programs with one defect each (plant.h).
   Threads that wait for others: locks, flags, queues, barriers by hand.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <vector>
namespace cg = cooperative_groups;

template <class T> T *
zero (size_t n)
{
  T *p = dev<T> (n, false);
  CK (cudaMemset (p, 0, n * sizeof (T)));
  return p;
}

/* The last block adds what the others have left.  */
__device__ unsigned ready;
template <int B> __global__ void
lastK (const float *in, float *part, float *out)
{
  __shared__ bool last;
  float x = in[blockIdx.x * 32 + threadIdx.x];
  for (int o = 16; o; o >>= 1)
    x += __shfl_down_sync (~0u, x, o);
  if (threadIdx.x == 0)
    {
      part[blockIdx.x] = x;	/* last_fence race */
      if (B)
	__threadfence_block ();
      else
	__threadfence ();
      last = atomicAdd (&ready, 1) == gridDim.x - 1;
    }
  __syncwarp ();
  if (last && threadIdx.x == 0)
    {
      x = 0;
      for (int i = 0; i < gridDim.x; i++)
	x += ((volatile float *) part)[i];	/* last_fence race */
      *out = x;
      ready = 0;
    }
}
PROG (last_fence)
{
  int n = 200;
  float *a = dev<float> (32 * n), *p = zero<float> (n), *o = zero<float> (1);
  GO (lastK, <<<n, 32>>> (a, p, o));
  show (o, 1);
}

/* A spin lock of blocks: without fences, given back by a plain store, taken twice.  */
enum lock_defect { NONE, NO_FENCE, PLAIN, TWICE };
template <int D> __global__ void
spinK (int *lock, int *sum)
{
  if (threadIdx.x)
    return;
  for (int i = 0; i < 20; i++)
    {
      while (atomicCAS (lock, 0, 1))
	;
      if (D != NO_FENCE)
	__threadfence ();
      if (D == TWICE && i == 10)
	while (atomicCAS (lock, 0, 1))	/* lock_twice sync */
	  ;				/* lock_twice sync */
      *sum += 1;	/* lock_fence race */
      if (D != NO_FENCE)
	__threadfence ();
      if (D == PLAIN)
	*lock = 0;	/* lock_plain race */
      else
	atomicExch (lock, 0);
    }
}
PROG (lock_fence)
{
  int *m = zero<int> (2);
  if (bad)
    spinK<NO_FENCE><<<30, 32>>> (m, m + 1);
  else
    spinK<NONE><<<30, 32>>> (m, m + 1);
  show (m, 2);
}
PROG (lock_plain)
{
  int *m = zero<int> (2);
  if (bad)
    spinK<PLAIN><<<30, 32>>> (m, m + 1);
  else
    spinK<NONE><<<30, 32>>> (m, m + 1);
  show (m, 2);
}
PROG (lock_twice)
{
  int *m = zero<int> (2);
  if (bad)
    spinK<TWICE><<<4, 32>>> (m, m + 1);
  else
    spinK<NONE><<<4, 32>>> (m, m + 1);
  show (m, 2);
}

/* Who counts its attempts waits for ever all the same.  */
template <int B> __global__ void
countingK (int *lock, unsigned long long *attempts)
{
  unsigned long long n = 0;
  if (threadIdx.x)
    return;
  while (atomicCAS (lock, 0, 1))	/* never_unlocked sync */
    n++;				/* never_unlocked sync */
  if (!B)
    atomicExch (lock, 0);
  atomicAdd (attempts, n);
}
PROG (never_unlocked)
{
  int *m = zero<int> (1);
  unsigned long long *n = zero<unsigned long long> (1);
  GO (countingK, <<<40, 32>>> (m, n));
  show (m, 1);
}

/* A barrier of all blocks, by hand: of more than the device holds.  */
__global__ void
manyK (unsigned *n, int *out)
{
  if (threadIdx.x == 0)
    {
      __threadfence ();
      atomicAdd (n, 1);
      while (*(volatile unsigned *) n < gridDim.x)	/* too_many sync */
	;						/* too_many sync */
      __threadfence ();
    }
  __syncthreads ();
  out[blockIdx.x] = 1;
}
PROG (too_many)
{
  unsigned *n = zero<unsigned> (1);
  int *o = zero<int> (300);
  manyK<<<bad ? 300 : 264, 1024>>> (n, o);
  show (o, 300);
}

/* A scan in one pass: sums and flags in memory, without fences.  */
template <int B> __global__ void
lookK (const int *in, int *out, volatile int *state, int *sum, int *next)
{
  __shared__ int tile, before;
  if (threadIdx.x == 0)
    tile = atomicAdd (next, 1);
  __syncwarp ();
  int t = tile, x = in[t * 32 + threadIdx.x];
  for (int o = 1; o < 32; o *= 2)
    {
      int y = __shfl_up_sync (~0u, x, o);
      if (threadIdx.x >= o)
	x += y;
    }
  if (threadIdx.x == 31)
    {
      int p = 0;
      if (t)
	{
	  while (state[t - 1] == 0)
	    ;
	  if (!B)
	    __threadfence ();
	  p = sum[t - 1];	/* lookback race */
	}
      sum[t] = p + x;	/* lookback race */
      if (!B)
	__threadfence ();
      state[t] = 1;
      before = p;
    }
  __syncwarp ();
  out[t * 32 + threadIdx.x] = x + before;
}
PROG (lookback)
{
  int *a = dev<int> (3200), *o = zero<int> (3200), *s = zero<int> (201);
  GO (lookK, <<<100, 32>>> (a, o, s, s + 100, s + 200));
  show (o, 3200);
}

/* Blocks that take tiles: the number is overwritten before all have read it.  */
template <int B> __global__ void
tilesK (int *next, int tiles, const int *in, int *out)
{
  __shared__ int t;
  for (;;)
    {
      if (threadIdx.x == 0)
	t = atomicAdd (next, 1);	/* tile_reuse race */
      __syncthreads ();
      int mine = t;	/* tile_reuse race */
      if (!B)
	__syncthreads ();
      if (mine >= tiles)
	return;
      out[mine * 128 + threadIdx.x] = in[mine * 128 + threadIdx.x] * 2;
    }
}
PROG (tile_reuse)
{
  int tiles = 500, *a = dev<int> (tiles * 128), *o = zero<int> (tiles * 128), *n = zero<int> (1);
  GO (tilesK, <<<16, 128>>> (n, tiles, a, o));
  show (o, tiles * 128);
}

/* A queue: the flag goes up before the item is there.  */
template <int B> __global__ void
queueK (int *data, int *full, int n, int *sum)
{
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    for (int i = 0; i < n; i++)
      {
	if (B)
	  atomicExch (&full[i], 1);
	data[i] = i;	/* queue_order race */
	__threadfence ();
	if (!B)
	  atomicExch (&full[i], 1);
      }
  else
    for (int i = 0; i < n; i++)
      {
	while (atomicAdd (&full[i], 0) == 0)
	  ;
	__threadfence ();
	*sum += data[i];	/* queue_order race */
      }
}
PROG (queue_order)
{
  int *d = zero<int> (201);
  GO (queueK, <<<2, 32>>> (d, d + 100, 100, d + 200));
  show (d + 200, 1);
}

/* A hash table: the key is claimed, the value is not.  */
template <int B> __global__ void
tableK (int *key, int *value, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i % 50 + 1;
  for (int h = k;; h = (h + 1) % n)
    {
      int old = atomicCAS (&key[h], 0, k);
      if (old == 0 || old == k)
	{
	  if (B)
	    value[h] = i;	/* table_value race */
	  else
	    atomicMax (&value[h], i);
	  return;
	}
    }
}
PROG (table_value)
{
  int *k = zero<int> (64), *v = zero<int> (64);
  GO (tableK, <<<8, 64>>> (k, v, 64));
  show (v, 64);
}

/* Neighbours in place, without a barrier of the grid.  */
template <int B> __global__ void
haloK (float *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i + 1 < n ? a[i + 1] : 0;	/* grid_halo race */
  if (!B)
    cg::this_grid ().sync ();
  a[i] = x + 1;	/* grid_halo race */
}
PROG (grid_halo)
{
  int n = 2048;
  float *a = dev<float> (n);
  void *args[] = { &a, &n };
  CK (cudaLaunchCooperativeKernel (bad ? (void *) haloK<1> : (void *) haloK<0>, dim3 (16), dim3 (128), args, 0, 0));
  show (a, n);
}

/* A cuda::barrier of one thread too many.  */
template <int B> __global__ void
arriveK (int *out)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init (&bar, blockDim.x + B);
  __syncthreads ();
  s[threadIdx.x] = threadIdx.x;
  bar.arrive_and_wait ();	/* barrier_count sync */
  out[threadIdx.x] = s[63 - threadIdx.x];
}
PROG (barrier_count)
{
  int *o = zero<int> (64);
  GO (arriveK, <<<1, 64>>> (o));
  show (o, 64);
}

/* A wake-up that is lost where the one to be woken comes late.  */
template <int B> __global__ void
wakeK (int *waiting, volatile int *go)
{
  if (blockIdx.x == 0)
    {
      if (!B || atomicAdd (waiting, 0))
	*go = 1;
    }
  else
    {
      atomicExch (waiting, 1);
      while (*go == 0)	/* lost_wakeup sync */
	;		/* lost_wakeup sync */
    }
}
PROG (lost_wakeup)
{
  int *d = zero<int> (2);
  GO (wakeK, <<<2, 1>>> (d, d + 1));
  show (d, 2);
}

/* The host synchronises, and was to set the flag before.  */
__global__ void
pollK (volatile int *flag, volatile int *done)
{
  while (*flag == 0)	/* flag_forgotten sync */
    ;			/* flag_forgotten sync */
  *done = 1;
}
PROG (flag_forgotten)
{
  volatile int *h;
  CK (cudaHostAlloc ((void **) &h, 8, cudaHostAllocMapped));
  h[0] = h[1] = 0;
  pollK<<<1, 1>>> (h, h + 1);
  if (!bad)
    h[0] = 1;
  done ();
}
