/* SPDX-License-Identifier: MIT */
/* Orders that are no orders: votes, shuffles, textures, locks in two orders, barriers of two kinds,
   structures without locks.  */
#include "plant.h"
#include <cuda/atomic>
#include <cuda/barrier>

/* A barrier that counts, and one that does not.  */
template <int BAD>
__global__ void
scount (int *o, int n)
{
  int t = threadIdx.x, c = 0;
  if (!BAD || t < n)
    c = __syncthreads_count (t & 1); /* count_branch sync */
  else
    __syncthreads ();
  o[t] = c;
}
PROG (count_branch)
{
  int *o = dev<int> (64);
  GO (scount, <<<1, 64>>> (o, 32));
  done ();
  show (o, 64);
}

/* A stack without locks: what others write meanwhile is read plainly.  */
struct node
{
  int next;
  int value;
};
template <int BAD>
__global__ void
stack (unsigned long long *head, node *n, int *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long old = *(volatile unsigned long long *) head, seen;
  if (threadIdx.x % 32)
    return;
  do
    {
      seen = old;
      if ((seen & 0xffffffff) == 0xffffffff)
	return;
      int next = BAD ? n[(int) seen].next : atomicAdd (&n[(int) seen].next, 0); /* aba race */
      old = atomicCAS (head, seen, ((seen >> 32) + 1) << 32 | (unsigned) next);
    }
  while (old != seen);
  o[i] = n[(int) seen].value;
  /* push back */
  old = atomicAdd (head, 0ull);
  do
    {
      seen = old;
      if (BAD)
	n[i % 4].next = (int) seen;
      else
	atomicExch (&n[i % 4].next, (int) seen); /* aba race */
      __threadfence ();
      old = atomicCAS (head, seen, ((seen >> 32) + 1) << 32 | (unsigned) (i % 4));
    }
  while (old != seen && 0);
}
__global__ void
stack_init (unsigned long long *h, node *n)
{
  for (int i = 0; i < 8; i++)
    n[i].next = i == 7 ? -1 : i + 1, n[i].value = i;
  *h = 0;
}
PROG (aba)
{
  auto *h = dev<unsigned long long> (1);
  auto *n = (node *) dev<int> (16);
  int *o = dev<int> (128);
  stack_init<<<1, 1>>> (h, n);
  GO (stack, <<<2, 64>>> (h, n, o));
  done ();
  show (o, 128);
}

/* Two fields of a byte; bytes of a word are of different threads.  */
struct bits
{
  unsigned char a : 4, b : 4;
};
template <int BAD>
__global__ void
bitf (bits *s, unsigned char *c)
{
  int t = threadIdx.x;
  c[t] = t;
  if (t < 64)
    s[t].a = t; /* bit_halves race */
  else if (BAD)
    s[t - 64].b = 1; /* bit_halves race */
}
PROG (bit_halves)
{
  auto *s = (bits *) dev<unsigned char> (64);
  auto *c = dev<unsigned char> (128);
  GO (bitf, <<<1, 128>>> (s, c));
  done ();
  show (c, 128);
}

/* A thread that leaves a barrier and goes on to write.  */
template <int BAD>
__global__ void
drop (int *o)
{
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t == 0)
    init (&bar, 96);
  __syncthreads ();
  s[t] = t;
  if (t >= 64)
    {
      (void) bar.arrive_and_drop ();
      if (BAD)
	s[t] = 1;
      return;
    } /* dropped race */
  bar.arrive_and_wait ();
  int v = s[t + 32]; /* dropped race */
  bar.arrive_and_wait ();
  o[t] = v;
}
PROG (dropped)
{
  int *o = dev<int> (64);
  GO (drop, <<<1, 96>>> (o));
  done ();
  show (o, 64);
}

/* A texture does not see what the same kernel writes.  */
template <int BAD>
__global__ void
texw (cudaTextureObject_t t, int *p, int *o)
{
  int i = threadIdx.x;
  if (BAD)
    p[i] = 5; /* tex_written race */
  __syncthreads ();
  o[i] = tex1Dfetch<int> (t, i ^ 1); /* tex_written race */
}
PROG (tex_written)
{
  int *p = dev<int> (64), *o = dev<int> (64);
  cudaTextureObject_t t;
  cudaResourceDesc r = {};
  cudaTextureDesc d = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.sizeInBytes = 256;
  r.res.linear.desc = cudaCreateChannelDesc<int> ();
  d.readMode = cudaReadModeElementType;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  GO (texw, <<<1, 64>>> (t, p, o));
  done ();
  show (o, 64);
}

/* A barrier of the warp that leaves out who has written.  */
template <int BAD>
__global__ void
swm (int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t; /* half_mask race */
  if (t < 16)
    {
      __syncwarp (BAD ? 0xffffu : ~0u);
      o[t] = s[t + 16];
    } /* half_mask race */
  else if (!BAD)
    __syncwarp (~0u);
}
PROG (half_mask)
{
  int *o = dev<int> (32);
  GO (swm, <<<1, 32>>> (o));
  done ();
  show (o, 16);
}

/* A vote orders no memory.  */
template <int BAD>
__global__ void
vote (int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  unsigned b = __ballot_sync (~0u, t & 1);
  if (!BAD)
    __syncwarp ();
  o[t] = s[t ^ 1] + b; /* vote_order race */
}
PROG (vote_order)
{
  int *o = dev<int> (32);
  GO (vote, <<<1, 32>>> (o));
  done ();
  show (o, 32);
}

/* One lane acquires; a shuffle tells the others, who read.  */
template <int BAD>
__global__ void
leader (int *flag, int *data, int *o)
{
  int t = threadIdx.x;
  if (blockIdx.x == 0)
    {
      data[t] = t; /* shfl_order race */
      __syncthreads ();
      if (t == 0)
	{
	  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
	  f.store (1, cuda::memory_order_release);
	}
    }
  else
    {
      int v = 0;
      if (t == 0)
	{
	  cuda::atomic_ref<int, cuda::thread_scope_device> f (*flag);
	  while (!(v = f.load (cuda::memory_order_acquire)))
	    ;
	}
      if (BAD)
	v = __shfl_sync (~0u, v, 0);
      else
	{
	  __syncwarp ();
	  v = 1;
	}
      o[t] = data[31 - t] + v; /* shfl_order race */
    }
}
PROG (shfl_order)
{
  int *f = dev<int> (1), *d = dev<int> (32), *o = dev<int> (32);
  GO (leader, <<<2, 32>>> (f, d, o));
  done ();
  show (o, 32);
}

/* A sequence lock whose data are plain.  */
template <int BAD>
__global__ void
seql (unsigned *seq, int *data, int *o)
{
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> s (*seq);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    {
      s.store (1, cuda::memory_order_relaxed);
      cuda::atomic_thread_fence (cuda::memory_order_release, cuda::thread_scope_device);
      for (int i = 0; i < 4; i++)
	if (BAD)
	  data[i] = i + 7;
	else
	  {
	    cuda::atomic_ref<int, cuda::thread_scope_device> d (data[i]);
	    d.store (i + 7, cuda::memory_order_relaxed);
	  } /* seqlock race */
      s.store (2, cuda::memory_order_release);
    }
  else
    {
      unsigned a, b;
      int v;
      do
	{
	  a = s.load (cuda::memory_order_acquire);
	  v = 0;
	  for (int i = 0; i < 4; i++)
	    if (BAD)
	      v += data[i]; /* seqlock race */
	    else
	      {
		cuda::atomic_ref<int, cuda::thread_scope_device> d (data[i]);
		v += d.load (cuda::memory_order_relaxed);
	      } /* seqlock race */
	  cuda::atomic_thread_fence (cuda::memory_order_acquire, cuda::thread_scope_device);
	  b = s.load (cuda::memory_order_relaxed);
	}
      while (a != b || a & 1);
      *o = v;
    }
}
PROG (seqlock)
{
  unsigned *s = dev<unsigned> (1);
  int *d = dev<int> (4), *o = dev<int> (1);
  GO (seql, <<<2, 32>>> (s, d, o));
  done ();
  show (o, 1);
}

/* A pointer that is published.  */
struct nd
{
  int v;
  nd *next;
};
template <int BAD>
__global__ void
publ (nd *pool, nd **head, int *o)
{
  cuda::atomic_ref<nd *, cuda::thread_scope_device> h (*head);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0)
    {
      pool->v = 42; /* publish race */
      pool->next = 0;
      h.store (pool, BAD ? cuda::memory_order_relaxed : cuda::memory_order_release);
    } /* publish race */
  else
    {
      nd *p;
      while (!(p = h.load (cuda::memory_order_acquire)))
	;
      *o = p->v;
    } /* publish race */
}
PROG (publish)
{
  nd *p = (nd *) dev<long> (8), **h = (nd **) dev<long> (1);
  int *o = dev<int> (1);
  GO (publ, <<<2, 32>>> (p, h, o));
  done ();
  show (o, 1);
}

/* A queue of tickets, with many producers and consumers.  */
struct cell
{
  unsigned seq;
  int v;
};
template <int BAD>
__global__ void
queue (cell *q, unsigned *tail, unsigned *head, int *o)
{
  int t = threadIdx.x;
  const unsigned N = 16;
  if (t % 32)
    return;
  if (blockIdx.x == 0)
    {
      for (int k = 0; k < 4; k++)
	{
	  unsigned n = atomicAdd (tail, 1u);
	  cell *c = q + n % N;
	  cuda::atomic_ref<unsigned, cuda::thread_scope_device> s (c->seq);
	  while (s.load (cuda::memory_order_acquire) != n)
	    ;
	  c->v = n * 3; /* tickets race */
	  s.store (n + 1, BAD ? cuda::memory_order_relaxed : cuda::memory_order_release);
	}
    }
  else
    for (int k = 0; k < 4; k++)
      {
	unsigned n = atomicAdd (head, 1u);
	cell *c = q + n % N;
	cuda::atomic_ref<unsigned, cuda::thread_scope_device> s (c->seq);
	while (s.load (cuda::memory_order_acquire) != n + 1)
	  ;
	o[n] = c->v; /* tickets race */
	s.store (n + N, cuda::memory_order_release);
      }
}
PROG (tickets)
{
  unsigned hq[32];
  for (int i = 0; i < 16; i++)
    hq[2 * i] = i, hq[2 * i + 1] = 0;
  cell *q = (cell *) dev<unsigned> (32);
  CK (cudaMemcpy (q, hq, sizeof hq, cudaMemcpyHostToDevice));
  unsigned *t = dev<unsigned> (1), *h = dev<unsigned> (1);
  int *o = dev<int> (16);
  GO (queue, <<<2, 128>>> (q, t, h, o));
  done ();
  show (o, 16);
}

/* Peterson's lock.  */
template <int BAD>
__global__ void
peter (volatile int *flag, volatile int *turn, int *c)
{
  if (threadIdx.x)
    return;
  int me = blockIdx.x, other = 1 - me;
  for (int k = 0; k < 3; k++)
    {
      flag[me] = 1;
      if (!BAD)
	__threadfence ();
      *turn = other;
      if (!BAD)
	__threadfence ();
      while (flag[other] && *turn == other)
	;
      if (!BAD)
	__threadfence ();
      (*c)++; /* peterson race */
      if (!BAD)
	__threadfence ();
      flag[me] = 0;
    }
}
PROG (peterson)
{
  int *f = dev<int> (2, false), *t = dev<int> (1), *c = dev<int> (1);
  CK (cudaMemset (f, 0, 8));
  GO (peter, <<<2, 32>>> (f, t, c));
  done ();
  show (c, 1);
}

/* A ring of named barriers.  */
template <int BAD>
__global__ void
named (int *o)
{
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32)
    {
      for (int k = 0; k < 3; k++)
	{
	  if (!BAD && k)
	    asm volatile("bar.sync 2, 64;" ::: "memory");
	  s[t] = t + k; /* named_ring race */
	  asm volatile("bar.arrive 1, 64;" ::: "memory");
	}
    }
  else
    {
      int v = 0;
      for (int k = 0; k < 3; k++)
	{
	  asm volatile("bar.sync 1, 64;" ::: "memory"); /* named_ring sync */
	  v += s[63 - t]; /* named_ring race */
	  if (!BAD && k < 2)
	    asm volatile("bar.arrive 2, 64;" ::: "memory");
	}
      o[t - 32] = v;
    }
}
PROG (named_ring)
{
  int *o = dev<int> (32);
  GO (named, <<<1, 64>>> (o));
  done ();
  show (o, 32);
}

/* Two locks, taken in two orders.  */
template <int BAD>
__global__ void
abba (int *l, int *c)
{
  if (threadIdx.x)
    return;
  int a = BAD ? blockIdx.x : 0, b = 1 - a;
  for (int k = 0; k < 20; k++)
    {
      while (atomicCAS (l + a, 0, 1))
	; /* two_locks sync */
      __threadfence ();
      while (atomicCAS (l + b, 0, 1)) /* two_locks sync */
	; /* two_locks sync */
      __threadfence ();
      (*c)++;
      __threadfence ();
      atomicExch (l + b, 0);
      atomicExch (l + a, 0);
    }
}
PROG (two_locks)
{
  int *l = dev<int> (2, false), *c = dev<int> (1);
  CK (cudaMemset (l, 0, 8));
  GO (abba, <<<2, 32>>> (l, c));
  done ();
  show (c, 1);
}

/* A surface, read where the same kernel has written it.  */
template <int BAD>
__global__ void
surfr (cudaSurfaceObject_t s, int *o)
{
  int i = threadIdx.x, v = i;
  if (BAD)
    surf2Dwrite (i, s, 4 * i, 0); /* surf_back race */
  __syncthreads ();
  surf2Dread (&v, s, 4 * i, BAD ? 0 : 1); /* surf_back race */
  o[i] = v;
}
__global__ void
surffill (cudaSurfaceObject_t s)
{
  surf2Dwrite ((int) threadIdx.x, s, 4 * threadIdx.x, 1);
}
PROG (surf_back)
{
  int *o = dev<int> (64);
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  cudaSurfaceObject_t s;
  cudaResourceDesc r = {};
  CK (cudaMallocArray (&a, &f, 64, 4, cudaArraySurfaceLoadStore));
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  CK (cudaCreateSurfaceObject (&s, &r));
  surffill<<<1, 64>>> (s);
  GO (surfr, <<<1, 64>>> (s, o));
  done ();
  show (o, 64);
}
