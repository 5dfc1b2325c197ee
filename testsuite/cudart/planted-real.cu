/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -std=c++17 -g.  Programs with one defect each (plant.h).
   Launches that run beside each other, mbarriers and plain stores, pitches, records with a
   version; memory, init, race, sync of other forms.  */
#include "plant.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
typedef unsigned u32;
typedef unsigned long long u64;
__device__ u32 sh (const void *p) { return (u32) __cvta_generic_to_shared (p); }

/* ---- programmatic launches: the second kernel begins before the first has ended ---- */

__global__ void
firstK (int *a, int n)
{
  cudaTriggerProgrammaticLaunchCompletion ();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
template <int B> __global__ void
secondK (const int *a, int *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = i < n ? b[i] : 0;	/* its own: may come first */
  if (!B)
    cudaGridDependencySynchronize ();
  if (i < n)
    b[i] = mine + a[i];
}
/* Reads before it waits.  */
template <int B> __global__ void
lateK (const int *a, int *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0;
  if (B && i < n)
    x = a[i];
  cudaGridDependencySynchronize ();
  if (!B && i < n)
    x = a[i];
  if (i < n)
    b[i] = x;
}
/* Clears what the first still writes.  */
template <int B> __global__ void
clearK (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!B)
    cudaGridDependencySynchronize ();
  if (i < n)
    a[i] = 0;
}
/* One thread of the block waits, and the others go on.  */
template <int B> __global__ void
oneWaitsK (const int *a, int *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!B || threadIdx.x < 32)
    cudaGridDependencySynchronize ();
  if (i < n)
    b[i] = a[i];
}
template <class... P, class... A> static void
beside (void (*k) (P...), int blocks, int threads, A... arg)
{
  cudaLaunchConfig_t c = {};
  cudaLaunchAttribute at = {};
  at.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  at.val.programmaticStreamSerializationAllowed = 1;
  c.gridDim = dim3 (blocks);
  c.blockDim = dim3 (threads);
  c.attrs = &at;
  c.numAttrs = 1;
  CK (cudaLaunchKernelEx (&c, k, P (arg)...));	/* pdl_read race, pdl_late race, pdl_write race, pdl_flag race */
}
PROG (pdl_read)
{
  int *a = dev<int> (1024), *b = dev<int> (1024);
  firstK<<<4, 256>>> (a, 1024);
  beside (bad ? secondK<1> : secondK<0>, 4, 256, a, b, 1024);
  show (b, 1024);
}
PROG (pdl_late)
{
  int *a = dev<int> (1024), *b = dev<int> (1024);
  firstK<<<4, 256>>> (a, 1024);
  beside (bad ? lateK<1> : lateK<0>, 4, 256, a, b, 1024);
  show (b, 1024);
}
PROG (pdl_write)
{
  int *a = dev<int> (1024);
  firstK<<<4, 256>>> (a, 1024);
  beside (bad ? clearK<1> : clearK<0>, 4, 256, a, 1024);
  show (a, 1024);
}
PROG (pdl_flag)
{
  int *a = dev<int> (1024), *b = dev<int> (1024);
  firstK<<<4, 256>>> (a, 1024);
  beside (bad ? oneWaitsK<1> : oneWaitsK<0>, 4, 256, a, b, 1024);
  show (b, 1024);
}

/* ---- mbarriers ---- */

/* A plain store to a barrier that threads wait at: its owner clears too much.  */
template <int B> __global__ void
mbarStoreK (int *out)
{
  __shared__ struct { u64 bar; int buf[64]; } s;
  u32 b = sh (&s.bar);
  if (threadIdx.x == 0)
    asm volatile ("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory");
  __syncthreads ();
  if (B)
    ((volatile int *) &s)[threadIdx.x] = 0;	/* mbar_store sync */
  else
    s.buf[threadIdx.x] = 0;
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(b) : "memory");
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" :: "r"(b) : "memory");
  out[threadIdx.x] = s.buf[63 - threadIdx.x];
}
PROG (mbar_store)
{
  int *out = dev<int> (64);
  GO (mbarStoreK, <<<1, 64>>> (out));
  show (out, 64);
}
/* Its memory becomes a buffer without mbarrier.inval.  */
template <int B> __global__ void
mbarReuseK (int *out)
{
  __shared__ alignas (8) u64 bar;
  u32 b = sh (&bar);
  if (threadIdx.x == 0)
    asm volatile ("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory");
  __syncthreads ();
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(b) : "memory");
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" :: "r"(b) : "memory");
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (!B)
	asm volatile ("mbarrier.inval.shared.b64 [%0];" :: "r"(b) : "memory");
      *(volatile u64 *) &bar = 7;	/* mbar_inval sync */
    }
  __syncthreads ();
  out[threadIdx.x] = (int) *(volatile u64 *) &bar;
}
PROG (mbar_inval)
{
  int *out = dev<int> (64);
  GO (mbarReuseK, <<<1, 64>>> (out));
  show (out, 64);
}
/* Initialised by every warp.  */
template <int B> __global__ void
mbarTwiceK (int *out)
{
  __shared__ alignas (8) u64 bar;
  u32 b = sh (&bar);
  if (B ? threadIdx.x % 32 == 0 : threadIdx.x == 0)
    asm volatile ("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory");	/* mbar_twice sync, mbar_twice race */
  __syncthreads ();
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(b) : "memory");
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }" :: "r"(b) : "memory");
  out[threadIdx.x] = 1;
}
PROG (mbar_twice)
{
  int *out = dev<int> (64);
  GO (mbarTwiceK, <<<1, 64>>> (out));
  show (out, 64);
}

/* ---- memory ---- */

/* Rows copied with the pitch of the other side.  */
__global__ void
rowsK (const int *a, size_t pitch, int w, int h, int *out)
{
  int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h)
    atomicAdd (out, *(const int *) ((const char *) a + y * pitch + 4 * x));	/* pitch_copy init, pitch_width init, memset_elements init, grown init */
}
PROG (pitch_copy)
{
  const int w = 100, h = 16;
  static int rows[w * h];
  int *a, *out = dev<int> (1);
  size_t pitch;
  CK (cudaMallocPitch ((void **) &a, &pitch, w * sizeof (int), h));
  if (bad)
    CK (cudaMemcpy (a, rows, sizeof rows, cudaMemcpyHostToDevice));
  else
    CK (cudaMemcpy2D (a, pitch, rows, w * sizeof (int), w * sizeof (int), h, cudaMemcpyHostToDevice));
  rowsK<<<h, 128>>> (a, pitch, w, h, out);
  show (out, 1);
}
/* The kernel takes the width for the pitch: it reads what no copy has written.  */
PROG (pitch_width)
{
  const int w = 100, h = 16;
  static int rows[w * h];
  int *a, *out = dev<int> (1);
  size_t pitch;
  CK (cudaMallocPitch ((void **) &a, &pitch, w * sizeof (int), h));
  CK (cudaMemcpy2D (a, pitch, rows, w * sizeof (int), w * sizeof (int), h, cudaMemcpyHostToDevice));
  rowsK<<<h, 128>>> (a, bad ? w * sizeof (int) : pitch, w, h, out);
  show (out, 1);
}
/* The pitch of a copy is smaller than its rows: refused, and nobody looks.  */
PROG (pitch_small)
{
  static int rows[64 * 8];
  int *a = dev<int> (64 * 8);
  cudaMemcpy2D (a, bad ? 64 : 256, rows, 256, 256, 8, cudaMemcpyHostToDevice);	/* pitch_small program */
  rowsK<<<8, 64>>> (a, 256, 64, 8, dev<int> (1));
  done ();
}
/* A tail in elements where bytes are meant.  */
PROG (memset_elements)
{
  int *a, *b = dev<int> (1);
  CK (cudaMalloc (&a, 256 * sizeof *a));
  CK (cudaMemset (a, 0, bad ? 256 : 256 * sizeof *a));
  rowsK<<<1, 256>>> (a, 1024, 256, 1, b);
  show (b, 1);
}
/* The last block's tail lies in another allocation that starts right behind.  */
template <int B> __global__ void
vecK (const float4 *in, float4 *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (B ? i <= n / 4 : i < n / 4)
    out[i] = in[i];	/* vec4_end memory */
}
PROG (vec4_end)
{
  float *in = dev<float> (1000), *out = dev<float> (1000);
  GO (vecK, <<<1, 256>>> ((const float4 *) in, (float4 *) out, 1000));
  show (out, 1000);
}
/* A structure of two sizes: the host's array has the packed one.  */
struct wide { double d; int i; };
struct __attribute__ ((packed)) narrow { double d; int i; };
__global__ void
wideK (const wide *w, int n, double *out)
{
  int i = threadIdx.x;
  if (i < n)
    atomicAdd (out, w[i].d + w[i].i);	/* packed memory, packed init */
}
PROG (packed)
{
  const int n = 64;
  static char host[n * sizeof (wide)];
  void *d;
  double *out = dev<double> (1);
  size_t bytes = bad ? n * sizeof (narrow) : n * sizeof (wide);
  CK (cudaMalloc (&d, bytes));
  CK (cudaMemcpy (d, host, bytes, cudaMemcpyHostToDevice));
  wideK<<<1, n>>> ((const wide *) d, n, out);
  show (out, 1);
}
/* A texture of more elements than its memory has.  */
template <int B> __global__ void
texK (cudaTextureObject_t t, int n, int *out)
{
  int i = threadIdx.x;
  if (B ? i <= n : i < n)
    out[i] = tex1Dfetch<int> (t, i);	/* tex_past memory */
}
PROG (tex_past)
{
  int *a = dev<int> (100), *out = dev<int> (128);
  cudaResourceDesc r = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t t;
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = a;
  r.res.linear.desc = cudaCreateChannelDesc<int> ();
  r.res.linear.sizeInBytes = 128 * sizeof *a;
  CK (cudaCreateTextureObject (&t, &r, &how, NULL));
  GO (texK, <<<1, 128>>> (t, 100, out));
  done ();
}
/* A shared array is indexed by the thread of the grid.  */
template <int B> __global__ void
gridIndexK (const int *in, int *out)
{
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[B ? i : threadIdx.x] = in[i];	/* grid_index memory */
  __syncthreads ();
  out[i] = s[127 - threadIdx.x];
}
PROG (grid_index)
{
  int *in = dev<int> (512), *out = dev<int> (512);
  GO (gridIndexK, <<<4, 128>>> (in, out));
  show (out, 512);
}
/* Device memory is freed with the host's allocator's twin, and the reverse.  */
PROG (free_kind)
{
  int *h;
  CK (cudaMallocHost (&h, 1024));
  firstK<<<1, 256>>> (h, 256);
  done ();
  if (bad)
    CK (cudaFree (h));	/* free_kind memory */
  else
    CK (cudaFreeHost (h));
}

/* ---- init ---- */

/* Only active threads fill; all read.  */
template <int B> __global__ void
tailFillK (const int *in, int n, int *out)
{
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x] = in[i];
  else if (!B)
    s[threadIdx.x] = 0;
  __syncthreads ();
  for (int k = 64; k; k /= 2)
    {
      if (threadIdx.x < k)
	s[threadIdx.x] += s[threadIdx.x + k];	/* tail_fill init */
      __syncthreads ();
    }
  if (!threadIdx.x)
    atomicAdd (out, s[0]);
}
PROG (tail_fill)
{
  int *in = dev<int> (500), *out = dev<int> (1);
  GO (tailFillK, <<<4, 128>>> (in, 500, out));
  show (out, 1);
}
/* Half of each element is written: the other 16 bits are read.  */
template <int B> __global__ void
halfK (__half2 *h, int n)
{
  int i = threadIdx.x;
  if (B)
    h[i].x = __float2half (1.f);
  else
    h[i] = __floats2half2_rn (1.f, 2.f);
}
__global__ void
halfSumK (const __half2 *h, float *out)
{
  __half2 v = h[threadIdx.x];	/* half_written init */
  atomicAdd (out, __low2float (v) + __high2float (v));
}
PROG (half_written)
{
  __half2 *h;
  float *out = dev<float> (1);
  CK (cudaMalloc (&h, 64 * sizeof *h));
  GO (halfK, <<<1, 64>>> (h, 64));
  halfSumK<<<1, 64>>> (h, out);
  show (out, 1);
}
/* realloc by hand: the new part of the array is counted, not written.  */
PROG (grown)
{
  int *a = dev<int> (256), *b, *out = dev<int> (1);
  CK (cudaMalloc (&b, 512 * sizeof *b));
  CK (cudaMemcpy (b, a, 256 * sizeof *a, cudaMemcpyDeviceToDevice));
  if (!bad)
    CK (cudaMemset (b + 256, 0, 256 * sizeof *b));
  rowsK<<<4, 128>>> (b, 512, 128, 4, out);
  show (out, 1);
}
/* A histogram in global memory whose bins nobody has cleared.  */
__global__ void
histK (const int *in, int *bins)
{
  atomicAdd (&bins[in[threadIdx.x] % 16], 1);	/* bins_unset init */
}
PROG (bins_unset)
{
  int *in = dev<int> (256), *bins;
  CK (cudaMalloc (&bins, 64));
  if (!bad)
    CK (cudaMemset (bins, 0, 64));
  histK<<<1, 256>>> (in, bins);
  done ();
}

/* ---- races ---- */

/* A record with a version: the reader takes what it reads only if the version is the same and
   even behind; B: it does not look again, and its reads are plain.  */
template <int B> __global__ void
versionK (u32 *version, int *record, int *out)
{
  cuda::atomic_ref<u32, cuda::thread_scope_device> v (*version);
  cuda::atomic_ref<int, cuda::thread_scope_device> a (record[0]), b (record[1]);
  if (threadIdx.x)
    return;
  if (blockIdx.x == gridDim.x - 1)
    for (int i = 1; i <= 20; i++)
      {
	v.store (2 * i - 1, cuda::memory_order_relaxed);
	cuda::atomic_thread_fence (cuda::memory_order_release, cuda::thread_scope_device);
	a.store (i, cuda::memory_order_relaxed);	/* version race */
	b.store (-i, cuda::memory_order_relaxed);
	v.store (2 * i, cuda::memory_order_release);
      }
  else
    {
      u32 before, after;
      int x, y;
      do
	{
	  before = v.load (cuda::memory_order_acquire);
	  x = B ? record[0] : a.load (cuda::memory_order_relaxed);	/* version race */
	  y = B ? record[1] : b.load (cuda::memory_order_relaxed);	/* version race */
	  cuda::atomic_thread_fence (cuda::memory_order_acquire, cuda::thread_scope_device);
	  after = B ? before : v.load (cuda::memory_order_relaxed);
	}
      while (before != after || (before & 1));
      out[blockIdx.x] = x + y;
    }
}
PROG (version)
{
  u32 *v;
  int *r, *out = dev<int> (4);
  CK (cudaMalloc (&v, 4));
  CK (cudaMemset (v, 0, 4));
  CK (cudaMalloc (&r, 8));
  CK (cudaMemset (r, 0, 8));
  GO (versionK, <<<3, 32>>> (v, r, out));
  show (out, 4);
}
/* Each thread's byte is in a word that its neighbour writes as a whole.  */
template <int B> __global__ void
bytesK (unsigned char *s)
{
  int i = threadIdx.x;
  if (B)
    {
      u32 *w = (u32 *) s + i / 4, v = *w;	/* byte_words race */
      *w = (v & ~(255u << i % 4 * 8)) | (u32) i << i % 4 * 8;	/* byte_words race */
    }
  else
    s[i] = (unsigned char) i;
}
PROG (byte_words)
{
  unsigned char *s;
  CK (cudaMalloc (&s, 128));
  CK (cudaMemset (s, 0, 128));
  GO (bytesK, <<<1, 128>>> (s));
  show (s, 128);
}
/* Compaction: the counter is atomic, its reset by another block is not ordered.  */
template <int B> __global__ void
compactK (const int *in, int *out, int *count)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (B && i == 0)
    *count = 0;	/* count_reset race */
  if (in[i] & 1)
    out[atomicAdd (count, 1)] = in[i];	/* count_reset race */
}
PROG (count_reset)
{
  int *in = dev<int> (512), *out = dev<int> (512), *count;
  CK (cudaMalloc (&count, 4));
  CK (cudaMemset (count, 0, 4));
  GO (compactK, <<<4, 128>>> (in, out, count));
  show (out, 64);
}
/* Jacobi in one array: red and black points, of which the second colour is wrong.  */
template <int B> __global__ void
redBlackK (float *a, int n)
{
  cg::grid_group g = cg::this_grid ();
  int i = g.thread_rank () + 1;
  for (int k = 0; k < 4; k++)
    {
      if (i < n - 1 && (B ? true : i % 2 == k % 2))
	a[i] = (a[i - 1] + a[i + 1]) / 2;	/* red_black race */
      g.sync ();
    }
}
PROG (red_black)
{
  float *a = dev<float> (512);
  int n = 512;
  void *args[] = { &a, &n };
  CK (cudaLaunchCooperativeKernel (bad ? (void *) redBlackK<1> : (void *) redBlackK<0>, 4, 128, args, 0, 0));
  show (a, 512);
}
/* Two halves of a block swap through shared memory, and the warps of one half meet only.  */
template <int B> __global__ void
halvesK (int *out)
{
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;	/* halves race */
  if (B)
    asm volatile ("barrier.sync %0, 64;" :: "r"(1 + threadIdx.x / 64) : "memory");
  else
    __syncthreads ();
  out[threadIdx.x] = s[(threadIdx.x + 64) % 128];	/* halves race */
}
PROG (halves)
{
  int *out = dev<int> (128);
  GO (halvesK, <<<1, 128>>> (out));
  show (out, 128);
}
/* cp.async into a tile that slower warps still read.  */
template <int B> __global__ void
tileLoopK (const int4 *in, int *out)
{
  __shared__ int4 t[64];
  int i = threadIdx.x, sum = 0;
  for (int k = 0; k < 4; k++)
    {
      __pipeline_memcpy_async (&t[i], &in[k * 64 + i], 16);	/* tile_loop race, tile_loop async */
      __pipeline_commit ();
      __pipeline_wait_prior (0);
      __syncthreads ();
      sum += t[63 - i].x;	/* tile_loop race, tile_loop async */
      if (!B)
	__syncthreads ();
    }
  out[i] = sum;
}
PROG (tile_loop)
{
  int *in = dev<int> (1024), *out = dev<int> (64);
  GO (tileLoopK, <<<1, 64>>> ((const int4 *) in, out));
  show (out, 64);
}

/* ---- sync ---- */

/* The early return of threads past the end, before a barrier of a number of threads.  */
template <int B> __global__ void
earlyK (const int *in, int n, int *out)
{
  __shared__ int s[128];
  int i = threadIdx.x;
  if (B && i >= n)
    return;
  s[i] = i < n ? in[i] : 0;
  asm volatile ("barrier.sync 1, 128;" ::: "memory");	/* early_return sync */
  out[i] = s[127 - i];
}
PROG (early_return)
{
  int *in = dev<int> (128), *out = dev<int> (128);
  GO (earlyK, <<<1, 128>>> (in, 64, out));
  done ();
}
/* A barrier in a loop whose number of rounds is the thread's.  */
template <int B> __global__ void
roundsK (int *out)
{
  __shared__ int s[64];
  int n = B ? 2 + (threadIdx.x >= 32) : 3, sum = 0;
  for (int k = 0; k < n; k++)
    {
      s[threadIdx.x] = k;
      __syncthreads ();	/* rounds sync */
      sum += s[63 - threadIdx.x];
      __syncthreads ();	/* rounds sync */
    }
  out[threadIdx.x] = sum;
}
PROG (rounds)
{
  int *out = dev<int> (64);
  GO (roundsK, <<<1, 64>>> (out));
  done ();
}
/* A reduction of a warp in which only threads with work take part, and the mask says all.  */
template <int B> __global__ void
redMaskK (const int *in, int n, int *out)
{
  int i = threadIdx.x;
  u32 m = B ? ~0u : __ballot_sync (~0u, i < n);
  if (i < n)
    atomicAdd (out, __reduce_add_sync (m, in[i]));	/* red_mask sync */
  else
    __nanosleep (100);
  out[1 + i] = __shfl_sync (~0u, i, 0);	/* red_mask sync */
}
PROG (red_mask)
{
  int *in = dev<int> (32), *out = dev<int> (33);
  GO (redMaskK, <<<1, 32>>> (in, 20, out));
  show (out, 1);
}
/* The cluster is waited for without having arrived.  */
template <int B> __global__ void __cluster_dims__ (2)
clusterWaitK (int *out)
{
  if (!B || threadIdx.x)
    asm volatile ("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile ("barrier.cluster.wait;" ::: "memory");	/* cluster_wait sync */
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
PROG (cluster_wait)
{
  int *out = dev<int> (128);
  GO (clusterWaitK, <<<2, 64>>> (out));
  done ();
}
