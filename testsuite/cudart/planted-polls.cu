/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Loops that ask and sleep: the time decides how long they sleep, or when they give up; and orders
   that only some schedules show.
   Each by its kind: never_all sync, gives_up sync, sleeps_counted sync.  */
#include "plant.h"
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/chrono>
#pragma nv_diag_suppress static_var_with_dynamic_init
__device__ inline long long
now (void)
{
  long long t;
  asm volatile ("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}
/* A barrier for more threads than there are: its wait sleeps longer and longer.  */
template <int B> __global__ void
allK (int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t == 0)
    init (&all, B ? 288 : 256);
  __syncthreads ();
  s[t] = t;
  all.arrive_and_wait ();
  o[blockIdx.x * 256 + t] = s[255 - t];
}
PROG (never_all)
{
  int *o = dev<int> (8 * 256);
  GO (allK, <<<8, 256>>> (o));
  show (o, 8 * 256);
}
/* Who gives up after a while goes on; who does so only to sleep longer never does.  */
template <int B> __global__ void
giveK (int *flag, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
  long long start = now (), waited = 0;
  unsigned pause = 8;
  while (!f.load (cuda::memory_order_acquire))
    {
      waited = now () - start;
      if (waited > 2000000)
	{
	  if (!B)
	    break;
	  pause = 64;
	}
      __nanosleep (pause);
    }
  *o = waited > 0;
}
PROG (gives_up)
{
  int *f = dev<int> (1), *o = dev<int> (1);
  GO (giveK, <<<1, 1>>> (f, o));
  show (o, 1);
}
/* The sleeps are counted, and the count ends the loop, or nothing does.  */
template <int B> __global__ void
countedK (int *flag, int *o)
{
  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
  long long start = now ();
  int sleeps = 0;
  while (!f.load (cuda::memory_order_acquire))
    {
      if (now () - start > 1000000)
	{
	  sleeps++;
	  start = now ();
	}
      else
	__nanosleep (20);
      if (!B && sleeps == 5)
	break;
    }
  *o = sleeps;
}
PROG (sleeps_counted)
{
  int *f = dev<int> (1), *o = dev<int> (1);
  GO (countedK, <<<1, 1>>> (f, o));
  show (o, 1);
}
/* A table is filled by the first block that comes; the others wait until it is, or only until
   somebody has begun.  */
template <int B> __global__ void
firstK (int *state, int *table, int *o)
{
  __shared__ int mine;
  int t = threadIdx.x;
  if (t == 0)
    mine = atomicCAS (state, 0, 1) == 0;
  __syncthreads ();
  if (mine)
    {
      table[t] = t * 3;	/* begun race */
      __syncthreads ();
      if (t == 0)
	{
	  __threadfence ();
	  atomicExch (state, 2);
	}
    }
  else if (t == 0)
    {
      while (B ? atomicAdd (state, 0) == 0 : atomicAdd (state, 0) != 2)
	;
      __threadfence ();
    }
  __syncthreads ();
  o[blockIdx.x * 32 + t] = table[31 - t];	/* begun race */
}
PROG (begun)
{
  int *s = dev<int> (1), *t = dev<int> (32), *o = dev<int> (128);
  GO (firstK, <<<4, 32>>> (s, t, o));
  show (o, 128);
}
