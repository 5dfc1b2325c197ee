/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Addresses of local memory: used by other threads, after their function, after their kernel.  */
#include "plant.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* A thread collects the rows of a tile that its neighbours have on their stacks.  */
template <int B> __global__ void
rowsK (const int *in, int *out)
{
  __shared__ int *rows[64];
  __shared__ int all[64][4];
  int mine[4], t = threadIdx.x;
  for (int i = 0; i < 4; i++)
    mine[i] = in[t * 4 + i];
  for (int i = 0; i < 4; i++)
    all[t][i] = mine[i];
  rows[t] = B ? mine : all[t];
  __syncthreads ();
  int *next = rows[(t + 1) % 64], s = 0;
  for (int i = 0; i < 4; i++)
    s += next[i];	/* rows_of_others memory */
  __syncthreads ();
  out[t] = s;
}
PROG (rows_of_others)
{
  int *a = dev<int> (256), *o = dev<int> (64);
  GO (rowsK, <<<1, 64>>> (a, o));
  show (o, 64);
}

/* A list through the threads' nodes, in global memory; each has its node for itself and, right,
   in an array for the others.  */
struct node
{
  int value;
  node *next;
};
__device__ node *head;
__device__ node nodes[128];
template <int B> __global__ void
pushK (int *out)
{
  node here = { (int) threadIdx.x, NULL }, *n = B ? &here : &nodes[blockIdx.x * 64 + threadIdx.x];
  n->value = threadIdx.x;
  node *old = (node *) atomicExch ((unsigned long long *) &head, (unsigned long long) n);
  n->next = old;
  __threadfence ();
  cg::this_grid ().sync ();
  if (blockIdx.x == 1 && threadIdx.x == 0)
    {
      int s = 0;
      for (node *p = head; p; p = p->next)	/* list_on_stacks memory */
	s += p->value;	/* list_on_stacks memory */
      *out = s;
    }
  cg::this_grid ().sync ();
}
PROG (list_on_stacks)
{
  int *o = dev<int> (1);
  void *args[] = { &o };
  CK (cudaLaunchCooperativeKernel (bad ? (void *) pushK<1> : (void *) pushK<0>, 2, 64, args));
  show (o, 1);
}

/* The function gives the address of its own variable.  */
__device__ __noinline__ int *
table_of (int x)
{
  int table[8];
  for (int i = 0; i < 8; i++)
    table[i] = x * i;
  int *volatile p = table;
  return p;
}
__device__ __noinline__ int
other (int k)
{
  int v[8];
  for (int i = 0; i < 8; i++)
    v[i ^ k] = k + i;
  int *volatile p = v;
  return p[k & 7] + p[3];
}
__device__ __noinline__ int *
fill (int *table, int x)
{
  for (int i = 0; i < 8; i++)
    table[i] = x * i;
  return table;
}
__device__ __noinline__ int
take (const int *p, int k)
{
  int spare[8];
  int *volatile q = spare;
  for (int i = 0; i < 8; i++)
    q[i] = k;
  return p[k & 7] + q[k & 7];	/* returned memory */
}
template <int B> __global__ void
returnedK (int *out)
{
  int t = threadIdx.x, mine[8];
  int *p = B ? table_of (t) : fill (mine, t);
  out[t] = other (t & 7) + take (p, t);
}
PROG (returned)
{
  int *o = dev<int> (32);
  GO (returnedK, <<<1, 32>>> (o));
  show (o, 32);
}

/* A function keeps the last row, of its own last call or, right, of its caller.  */
__device__ __noinline__ int *
row (int *old, int *room, int x)
{
  int mine[8], *volatile p = mine;
  for (int i = 0; i < 8; i++)
    p[i] = (old ? old[i ^ 1] : 0) + x;	/* row_before memory */
  for (int i = 0; i < 8 && room; i++)
    room[i] = p[i];
  return room ? room : p;
}
template <int B> __global__ void
rowK (int *out)
{
  int room[8], *last = row (NULL, B ? NULL : room, threadIdx.x);
  for (int i = 0; i < 3; i++)
    last = row (last, B ? NULL : room, i);
  out[threadIdx.x] = B ? 1 : last[threadIdx.x & 7];
}
PROG (row_before)
{
  int *o = dev<int> (32);
  GO (rowK, <<<1, 32>>> (o));
  show (o, 32);
}

/* The next kernel goes on where the last one stopped, by an address of its state.  */
struct state
{
  int at, sum;
};
__device__ state *left;
__device__ state kept;
template <int B> __global__ void
beginK (void)
{
  state s = { 3, 4 };
  kept = s;
  left = B ? &s : &kept;
}
__global__ void
resumeK (int *out)
{
  state mine = { 1, (int) threadIdx.x };
  state *volatile p = &mine;
  *out = left->sum + p->at;	/* earlier_kernel memory */
}
PROG (earlier_kernel)
{
  int *o = dev<int> (1);
  GO (beginK, <<<1, 1>>> ());
  resumeK<<<1, 1>>> (o);
  show (o, 1);
}

/* Addresses that are compared, subtracted, printed, stored, converted, and given to functions by
   threads of their own memory; the bad one takes its neighbour's.  */
struct slice
{
  int *lo, *hi;
};
__device__ __noinline__ int
sum_of (slice s, int k)
{
  int n = 0;
  for (int *p = s.lo; p != s.hi && p - s.lo < 8 + k; p++)
    n += *p;	/* walked memory */
  return n;
}
__device__ __noinline__ int
deep (slice s, int n, int k)
{
  int mine[4] = { n, n, n, n };
  slice t = { mine, mine + 4 };
  return n ? deep (n & 1 ? t : s, n - 1, 0) + sum_of (s, k) : sum_of (t, k);
}
template <int B> __global__ void
walkK (int *out, slice *saved)
{
  int t = threadIdx.x, a[8];
  for (int i = 0; i < 8; i++)
    a[i] = i + t;
  slice s = { a, a + 8 };
  saved[t] = s;
  int n = deep (saved[t], 5, 0);
  if (__isLocal (saved[t].lo))
    n += *(int *) __cvta_local_to_generic (__cvta_generic_to_local (saved[t].lo + 1));
  __syncwarp ();
  s = saved[B ? t ^ 1 : t];
  slice *volatile p = &s;
  char *bytes = (char *) p->lo;
  memcpy (out + 32 + t * 2, bytes + 4, 8);	/* walked memory */
  if (t == 0)
    printf ("%d %d\n", (int) (p->hi - p->lo), p->lo < p->hi);
  out[t] = n + sum_of (*p, 0);	/* walked memory */
}
PROG (walked)
{
  int *o = dev<int> (96);
  slice *s;
  CK (cudaMalloc (&s, 32 * sizeof *s));
  GO (walkK, <<<1, 32>>> (o, s));
  show (o, 96);
}

/* Objects with virtual functions.  */
struct shape
{
  __device__ virtual int area (int k) const = 0;
};
struct sq : shape
{
  int a[4];
  __device__ __noinline__
  sq (int x)
  {
    for (int i = 0; i < 4; i++)
      a[i] = x + i;
  }
  __device__ __noinline__ int
  area (int k) const override
  {
    return a[k & 3];
  }
};
struct tri : shape
{
  int b, h;
  const shape *up;
  __device__ __noinline__
  tri (int x, const shape *s)
      : b (x), h (x + 1), up (s)
  {
  }
  __device__ __noinline__ int
  area (int k) const override
  {
    return b * h + (up ? up->area (k) : 0);
  }
};
template <int B>
__global__ void
virtK (int *o)
{
  __shared__ const shape *all[32];
  int t = threadIdx.x;
  sq s (t);
  tri r (t, &s), r2 (t + 1, &r);
  const shape *v[3] = { &s, &r, &r2 };
  int n = 0;
  for (int i = 0; i < 6; i++)
    n += v[(i + t) % 3]->area (i);
  all[t] = &r2;
  __syncwarp ();
  n += all[B ? t ^ 3 : t]->area (2);	/* virt memory */
  o[t] = n;
}
PROG (virt)
{
  int *o = dev<int> (32);
  GO (virtK, <<<1, 32>>> (o));
  show (o, 32);
}

__device__ __noinline__ void
sort (int *lo, int *hi)
{
  if (hi - lo < 2)
    return;
  int p = lo[(hi - lo) / 2], *i = lo, *j = hi - 1;
  while (i <= j)
    {
      while (*i < p)
	i++;
      while (*j > p)
	j--;
      if (i <= j)
	{
	  int x = *i;
	  *i = *j;
	  *j = x;
	  i++;
	  j--;
	}
    }
  sort (lo, j + 1);
  sort (i, hi);
}
template <int B>
__global__ void
sortK (int *o)
{
  int a[24], t = threadIdx.x;
  for (int i = 0; i < 24; i++)
    a[i] = (i * 7 + t * 5) % 31;
  sort (a, a + 24);
  if (B)
    {
      int *q = (int *) __shfl_xor_sync (~0u, (unsigned long long) a, 1);
      o[t] = q[2];	/* qsort memory */
    }
  else
    o[t] = a[t % 24];
}
PROG (qsort)
{
  int *o = dev<int> (32);
  GO (sortK, <<<1, 32>>> (o));
  show (o, 32);
}

__device__ __noinline__ int
apply (int (*f) (void *, int), void *x, int k)
{
  return f (x, k);
}
__device__ int
incr (void *p, int k)
{
  return *(int *) p += k;	/* calls memory */
}
__device__ int
twice (void *p, int k)
{
  int l = k;
  return apply (incr, &l, k) + apply (incr, p, 1);
}
template <int B>
__global__ void
callK (int *o)
{
  int x = threadIdx.x, s = 0;
  int (*f[2]) (void *, int) = { incr, twice };
  for (int i = 0; i < 4; i++)
    s += apply (f[(i + x) & 1], &x, i);
  void *p = &x;
  if (B)
    p = (void *) __shfl_sync (~0u, (unsigned long long) p, 0);
  o[threadIdx.x] = s + apply (incr, p, 1);
}
PROG (calls)
{
  int *o = dev<int> (32);
  GO (callK, <<<1, 32>>> (o));
  show (o, 32);
}

template <int B>
__global__ void
allocK (int *o)
{
  int t = threadIdx.x, n = 4 + t % 3;
  int *p = (int *) alloca (n * sizeof (int));
  for (int i = 0; i < n; i++)
    p[i] = i + t;
  int *q = (int *) alloca (16);
  for (int i = 0; i < 4; i++)
    q[i] = p[i % n];
  __shared__ int *all[32];
  all[t] = q;
  __syncwarp ();
  o[t] = all[B ? 31 - t : t][1] + p[n - 1];	/* alloc memory */
}
PROG (alloc)
{
  int *o = dev<int> (32);
  GO (allocK, <<<1, 32>>> (o));
  show (o, 32);
}

/* Lanes are in frames of their own of one function, with addresses up and down.  */
__device__ __noinline__ int
climb (int *top, int k, int *mine)
{
  int here[2] = { k, *mine };
  int *volatile h = here;
  if (k == 0)
    return *top + h[1];
  int r = (k & 1) ? climb (top, k - 1, h) : climb (h + 1, k - 1, top);
  return r + h[0] + *mine;
}
template <int B>
__global__ void
climbK (int *o)
{
  int t = threadIdx.x, x = t, y = 3;
  int r;
  if (t % 3)
    r = climb (&x, t % 7, &y);
  else
    r = climb (&y, t % 5, &x);
  if (B)
    {
      int *z = (int *) __shfl_down_sync (~0u, (unsigned long long) &x, 1);
      r += *z;	/* climbing memory */
    }
  o[t] = r;
}
PROG (climbing)
{
  int *o = dev<int> (32);
  GO (climbK, <<<1, 32>>> (o));
  show (o, 32);
}
