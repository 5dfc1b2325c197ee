/* SPDX-License-Identifier: MIT */
/* flags: -rdc=true -lcudadevrt.  Kernels that launch kernels: what orders the launcher, what it
   launches, and these among each other, and what does not.  */
#include "plant.h"

__global__ void
add_one (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += 1;	/* nested_late race, nested_before race, nested_after race, nested_streams race, nested_blocks race, nested_copy race, nested_warp race, nested_tail race */
}

__global__ void
sum_up (const int *a, int *s, int n)
{
  int t = 0;
  for (int i = 0; i < n; i++)
    t += a[i];
  *s = t;
}

/* The other warps write when the launch was made.  */
template <int BAD> __global__ void
late (int *a)
{
  int t = threadIdx.x;
  if (!BAD)
    {
      a[t] = t;
      __syncthreads ();
    }
  if (t == 0)
    add_one<<<1, 128>>> (a, 128);
  if (BAD)
    a[t] = t;
}
PROG (nested_late)
{
  int *a = dev<int> (128);
  GO (late, <<<1, 128>>> (a));
  done ();
  show (a, 128);
}

/* No barrier between what the others write and the launch.  */
template <int BAD> __global__ void
before (int *a)
{
  int t = threadIdx.x;
  a[t] = 2 * t;
  if (!BAD)
    __syncthreads ();
  if (t == 0)
    add_one<<<1, 128>>> (a, 128);
}
PROG (nested_before)
{
  int *a = dev<int> (128);
  GO (before, <<<1, 128>>> (a));
  done ();
  show (a, 128);
}

/* The launcher reads what the launched kernel is to give it.  */
template <int BAD> __global__ void
after (int *a, int *out)
{
  int t = threadIdx.x;
  if (t == 0)
    add_one<<<1, 64>>> (a, 64);
  __syncthreads ();
  if (BAD)
    out[t] = a[t];
  else
    out[t] = t;
}
PROG (nested_after)
{
  int *a = dev<int> (64), *out = dev<int> (64);
  GO (after, <<<1, 64>>> (a, out));
  done ();
  show (a, 64);
  show (out, 64);
}

/* Two kernels after one another: one stream, or two.  */
template <int BAD> __global__ void
streams (int *a, int *s)
{
  cudaStream_t one, two;
  cudaStreamCreateWithFlags (&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&two, cudaStreamNonBlocking);
  add_one<<<1, 32, 0, one>>> (a, 32);
  sum_up<<<1, 1, 0, BAD ? two : one>>> (a, s, 32);
  cudaStreamDestroy (one);
  cudaStreamDestroy (two);
}
PROG (nested_streams)
{
  int *a = dev<int> (32), *s = dev<int> (1);
  GO (streams, <<<1, 1>>> (a, s));
  done ();
  show (s, 1);
}

/* Two blocks launch into what is a stream of each.  */
template <int BAD> __global__ void
blocks (int *a)
{
  if (threadIdx.x == 0)
    add_one<<<1, 32>>> (a + (BAD ? 0 : 32 * blockIdx.x), 32);
}
PROG (nested_blocks)
{
  int *a = dev<int> (64);
  GO (blocks, <<<2, 32>>> (a));
  done ();
  show (a, 64);
}

/* A sum of what another launch makes, as a tail or alone.  */
template <int BAD> __global__ void
tail (int *a, int *s)
{
  if (threadIdx.x)
    return;
  add_one<<<2, 32, 0, cudaStreamFireAndForget>>> (a, 64);
  sum_up<<<1, 1, 0, BAD ? cudaStreamFireAndForget : cudaStreamTailLaunch>>> (a, s, 64);
}
PROG (nested_tail)
{
  int *a = dev<int> (64), *s = dev<int> (1);
  GO (tail, <<<1, 32>>> (a, s));
  done ();
  show (s, 1);
}

/* A copy of the device's runtime of what the launcher has not written yet.  */
template <int BAD> __global__ void
copy (int *a, int *b)
{
  int t = threadIdx.x;
  if (!BAD)
    a[t] = t;
  __syncthreads ();
  if (t == 0)
    cudaMemcpyAsync (b, a, 64 * sizeof *a, cudaMemcpyDeviceToDevice, 0);
  if (BAD)
    a[t] = t;	/* nested_copy race */
}
PROG (nested_copy)
{
  int *a = dev<int> (64), *b = dev<int> (64);
  GO (copy, <<<1, 64>>> (a, b));
  done ();
  show (b, 64);
}

/* The lanes of the launcher's warp: before a barrier of the warp, or at any time.  */
template <int BAD> __global__ void
warp (int *a)
{
  int t = threadIdx.x;
  a[t] = 3 * t;
  if (!BAD)
    __syncwarp ();
  if (t == 0)
    add_one<<<1, 32>>> (a, 32);
}
PROG (nested_warp)
{
  int *a = dev<int> (32);
  GO (warp, <<<1, 32>>> (a));
  done ();
  show (a, 32);
}

/* Grandchildren: the launcher's late write meets them, too; a sort that divides does not.  */
template <int BAD> __global__ void
divide (int *a, int n, int depth)
{
  if (threadIdx.x)
    return;
  if (!depth)
    {
      a[0] += n;	/* nested_deep race */
      return;
    }
  divide<BAD><<<1, 32>>> (a, n / 2, depth - 1);
  divide<BAD><<<1, 32>>> (a + n / 2, n / 2, depth - 1);
  if (BAD && depth == 3)
    a[n / 4] = 7;	/* nested_deep race */
}
PROG (nested_deep)
{
  int *a = dev<int> (64);
  GO (divide, <<<1, 32>>> (a, 64, 3));
  done ();
  show (a, 64);
}

/* Counts that all take part in are atomic.  */
template <int BAD> __global__ void
count (int *c)
{
  if (BAD)
    *c += 1;	/* nested_count race */
  else
    atomicAdd (c, 1);
}
template <int BAD> __global__ void
counts (int *c)
{
  if (threadIdx.x == 0)
    count<BAD><<<1, 1, 0, cudaStreamFireAndForget>>> (c);
  atomicAdd (c, 1);	/* nested_count race */
}
PROG (nested_count)
{
  int *c = dev<int> (1);
  GO (counts, <<<1, 32>>> (c));
  done ();
  show (c, 1);
}

/* A kernel that launches itself, as a tail: one after the other.  */
template <int BAD> __global__ void
again (int *a, int left)
{
  a[threadIdx.x] += left;	/* nested_again race */
  if (BAD)
    __syncwarp ();
  if (threadIdx.x == 0 && left)
    again<BAD><<<1, 32, 0, BAD ? cudaStreamFireAndForget : cudaStreamTailLaunch>>> (a, left - 1);
  if (BAD)
    a[threadIdx.x] += 1;	/* nested_again race */
}
PROG (nested_again)
{
  int *a = dev<int> (32);
  GO (again, <<<1, 32>>> (a, 40));
  done ();
  show (a, 32);
}

/* A merge sort: two sorts beside each other, each with its own scratch memory, and a merge as a
   tail.  */
__global__ void
merge (int *a, int *t, int n)
{
  int i = 0, j = n / 2;
  for (int k = 0; k < n; k++)
    t[k] = j == n || (i < n / 2 && a[i] <= a[j]) ? a[i++] : a[j++];	/* nested_sort race */
  for (int k = 0; k < n; k++)
    a[k] = t[k];	/* nested_sort race */
}
template <int BAD> __global__ void
sort (int *a, int *t, int n)
{
  if (n == 1)
    return;
  cudaStream_t s;
  cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking);
  sort<BAD><<<1, 1, 0, s>>> (a, t, n / 2);
  sort<BAD><<<1, 1>>> (a + n / 2, BAD ? t : t + n / 2, n / 2);
  cudaStreamDestroy (s);
  merge<<<1, 1, 0, cudaStreamTailLaunch>>> (a, t, n);
}
PROG (nested_sort)
{
  int *a = dev<int> (16), *t = dev<int> (16);
  GO (sort, <<<1, 1>>> (a, t, 16));
  done ();
  show (a, 16);
}

/* The last block launches what sums up all; the others have released what they wrote.  */
template <int BAD> __global__ void
last (int *a, int *o, unsigned *c)
{
  __shared__ bool end;
  a[blockIdx.x * 32 + threadIdx.x] = 1;	/* nested_last race */
  if (!BAD)
    __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    end = atomicAdd (c, 1u) == gridDim.x - 1;
  __syncthreads ();
  if (end && threadIdx.x == 0)
    {
      __threadfence ();
      sum_up<<<1, 1>>> (a, o, 256);
    }
}
PROG (nested_last)
{
  int *a = dev<int> (256), *o = dev<int> (1);
  unsigned *c = dev<unsigned> (1);
  GO (last, <<<8, 32>>> (a, o, c));
  done ();
  show (o, 1);
}

/* Memory of the device heap that a launched kernel gets, and memory that it has itself.  */
__global__ void
use (int *p, int *o)
{
  int *own = (int *) malloc (64);
  own[3] = threadIdx.x;
  o[threadIdx.x] = p[threadIdx.x] + own[3];
  free (own);
}
template <int BAD> __global__ void
pass (int *o)
{
  __shared__ int *p;
  int t = threadIdx.x;
  if (t == 0)
    p = (int *) malloc (128);
  __syncthreads ();
  p[t] = t;	/* nested_heap race */
  if (!BAD)
    __syncthreads ();
  if (t < 2)
    use<<<1, 32>>> (p, o + 32 * t);
}
PROG (nested_heap)
{
  int *o = dev<int> (64);
  GO (pass, <<<1, 32>>> (o));
  done ();
  show (o, 64);
}

/* A launch that fails in a kernel, and the thread does not ask.  */
__global__ void
mark (int *a)
{
  a[threadIdx.x] = threadIdx.x;
}
template <int BAD> __global__ void
too_many (int *a)
{
  mark<<<1, 2048>>> (a);	/* nested_failed program */
  if (!BAD && cudaGetLastError () != cudaSuccess)
    mark<<<1, 1024>>> (a);
}
PROG (nested_failed)
{
  int *a = dev<int> (2048);
  GO (too_many, <<<1, 1>>> (a));
  done ();
}
/* A local array is no memory of what is launched.  */
__global__ void
use_local (const int *p, int *o)
{
  o[threadIdx.x] = p[threadIdx.x & 3];	/* nested_local memory */
}
template <int BAD> __global__ void
give_local (int *g, int *o)
{
  int l[4] = { 1, 2, 3, 4 };
  for (int i = 0; i < 4; i++)
    g[i] = l[i];
  use_local<<<1, 32>>> (BAD ? l : g, o);
}
PROG (nested_local)
{
  int *g = dev<int> (4), *o = dev<int> (32);
  GO (give_local, <<<1, 1>>> (g, o));
  done ();
}
/* What malloc gave a kernel is freed twice.  */
template <int BAD> __global__ void
free_twice (int *o)
{
  int *p = (int *) malloc (64);
  p[0] = 1;
  o[threadIdx.x] = p[0];
  free (p);
  if (BAD)
    free (p);	/* heap_twice memory */
}
PROG (heap_twice)
{
  int *o = dev<int> (32);
  GO (free_twice, <<<1, 32>>> (o));
  done ();
}
