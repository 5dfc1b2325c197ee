/* SPDX-License-Identifier: MIT */
/* Ordinary CUDA kernels, each correct as kernel NAME_0 and with one planted defect as
   NAME_1, NAME_2, ….  "run:" says how px-run starts it; "NAME_N: KIND" on a line, that
   a report of this kind with this line is expected (of several such lines, any).  */
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

#define K(name, bug, params, args)					\
  extern "C" __global__ void name##_##bug params { name<bug> args; }

/* run: reduce -g 3 -b 256 buf:f32:4096=iota buf:f32:3=none i32:4096 */
template <int B> __device__ void reduce (const float *in, float *out, int n)
{
  __shared__ float s[256];
  int t = threadIdx.x;
  float x = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    x += in[i];
  s[t] = x;				// reduce_1: race
  if (B != 1)
    __syncthreads ();
  for (int k = 128; k > 0; k >>= 1)
    {
      if (t < k)
        s[t] += s[t + k];		// reduce_1: race  reduce_2: race
      if (B != 2)
        __syncthreads ();
    }
  if (t == 0)
    out[B == 3 ? blockIdx.x + 1 : blockIdx.x] = s[0];	// reduce_3: memory
}
#define A3 (const float *in, float *out, int n)
K (reduce, 0, A3, (in, out, n)) K (reduce, 1, A3, (in, out, n))
K (reduce, 2, A3, (in, out, n)) K (reduce, 3, A3, (in, out, n))

/* run: warpsum -g 2 -b 128 buf:f32:1024=iota buf:f32:2=none i32:1024 */
template <int B> __device__ void warpsum (const float *in, float *out, int n)
{
  __shared__ float part[4];
  float x = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
    x += in[i];
  for (int k = 16; k; k >>= 1)
    x += __shfl_down_sync (0xffffffff, x, k);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = x;		// warpsum_1: race
  if (B != 1)
    __syncthreads ();
  if (threadIdx.x < 4)
    {
      x = part[threadIdx.x];		// warpsum_1: race
      for (int k = 2; k; k >>= 1)
        x += __shfl_down_sync (B == 2 ? 3 : 0xf, x, k);	// warpsum_2: sync
      if (threadIdx.x == 0)
        out[blockIdx.x] = x;
    }
}
K (warpsum, 0, A3, (in, out, n)) K (warpsum, 1, A3, (in, out, n)) K (warpsum, 2, A3, (in, out, n))

/* A scan of a block by warps.  run: scan -b 256 buf:f32:256=iota buf:f32:256=none i32:256 */
template <int B> __device__ void scan (const float *in, float *out, int n)
{
  __shared__ float sums[8];
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  float x = in[t];
  for (int k = 1; k < 32; k *= 2)
    {
      float y = __shfl_up_sync (0xffffffff, x, k);
      if (lane >= k)
        x += y;
    }
  if (lane == 31)
    sums[B == 3 ? w + 1 : w] = x;	// scan_3: memory
  if (B != 1)
    __syncthreads ();
  if (w == 0 && lane < 8)
    {
      float y = sums[lane];		// scan_1: race scan_1: init
      for (int k = 1; k < 8; k *= 2)
        {
          float z = __shfl_up_sync (0xff, y, k);
          if (lane >= k)
            y += z;
        }
      sums[lane] = y;			// scan_2: race
    }
  if (B != 2)
    __syncthreads ();
  out[t] = w ? x + sums[w - 1] : x;	// scan_2: race
}
K (scan, 0, A3, (in, out, n)) K (scan, 1, A3, (in, out, n)) K (scan, 2, A3, (in, out, n))
K (scan, 3, A3, (in, out, n))

/* A scan of many blocks by decoupled look-back.
   run: lookback -g 6 -b 128 buf:u32:768=ones buf:u32:768=none buf:u32:1 buf:u32:6 buf:u32:6=none */
template <int B> __device__ void lookback (const unsigned *in, unsigned *out, unsigned *ticket,
					   unsigned *state, unsigned *sum)
{
  __shared__ unsigned tile, s[128], before;
  int t = threadIdx.x;
  if (t == 0)
    tile = atomicAdd (ticket, 1);
  __syncthreads ();
  unsigned id = tile, x = in[id * 128 + t];
  s[t] = x;
  __syncthreads ();
  for (int k = 1; k < 128; k *= 2)
    {
      unsigned y = t >= k ? s[t - k] : 0;
      __syncthreads ();
      s[t] += y;
      __syncthreads ();
    }
  if (t == 0)
    {
      unsigned b = 0;
      if (id > 0)
        {
          if (B == 2)
            while (*(volatile unsigned *) &state[id - 1] == 0)
              ;
          else
            {
              while (atomicAdd (&state[id - 1], 0) == 0)
                ;
              __threadfence ();
            }
          b = sum[id - 1];		// lookback_1: race  lookback_2: race
        }
      before = b;
      sum[id] = b + s[127];		// lookback_1: race  lookback_2: race
      if (B != 1)
        __threadfence ();
      atomicExch (&state[id], 1);
    }
  __syncthreads ();
  out[id * 128 + t] = before + s[t];
}
#define A5 (const unsigned *in, unsigned *out, unsigned *ticket, unsigned *state, unsigned *sum)
K (lookback, 0, A5, (in, out, ticket, state, sum)) K (lookback, 1, A5, (in, out, ticket, state, sum))
K (lookback, 2, A5, (in, out, ticket, state, sum))

/* run: histogram -g 4 -b 128 buf:u32:2048=random buf:u32:64 i32:2048 */
template <int B> __device__ void histogram (const unsigned *in, unsigned *out, int n)
{
  __shared__ unsigned h[64];
  if (B != 1)
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      h[i] = 0;				// histogram_2: race
  if (B != 2)
    __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (B == 3)
      h[in[i] % 64]++;			// histogram_3: race
    else
      atomicAdd (&h[in[i] % 64], 1);	// histogram_1: init  histogram_2: race
  __syncthreads ();
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    if (B == 4)
      out[i] += h[i];			// histogram_4: race
    else
      atomicAdd (&out[i], h[i]);
}
#define AU (const unsigned *in, unsigned *out, int n)
K (histogram, 0, AU, (in, out, n)) K (histogram, 1, AU, (in, out, n)) K (histogram, 2, AU, (in, out, n))
K (histogram, 3, AU, (in, out, n)) K (histogram, 4, AU, (in, out, n))

/* run: bitonic -b 256 buf:u32:512=random:7 buf:u32:512=none i32:512 */
template <int B> __device__ void bitonic (const unsigned *in, unsigned *out, int n)
{
  __shared__ unsigned s[512];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 256] = in[t + 256];
  for (int k = 2; k <= 512; k *= 2)
    for (int j = k / 2; j; j /= 2)
      {
        if (B != 1 || j > 8)
          __syncthreads ();
        int a = 2 * t - (t & (j - 1)), b = B == 2 ? a + j + 1 : a + j;
        unsigned x = s[a], y = s[b];	// bitonic_1: race  bitonic_2: memory
        if ((x > y) == ((a & k) == 0))
          {
            s[a] = y;			// bitonic_1: race
            s[b] = x;			// bitonic_1: race
          }
      }
  __syncthreads ();
  out[t] = s[t];
  out[t + 256] = s[t + 256];
}
K (bitonic, 0, AU, (in, out, n)) K (bitonic, 1, AU, (in, out, n)) K (bitonic, 2, AU, (in, out, n))

/* Radix sort of a block, a bit at a time.  run: radix -b 128 buf:u32:128=random:3 buf:u32:128=none i32:128 */
template <int B> __device__ void radix (const unsigned *in, unsigned *out, int n)
{
  __shared__ unsigned s[128], zeros[4];
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  unsigned x = in[t];
  for (int bit = 0; bit < 32; bit++)
    {
      bool one = x >> bit & 1;
      unsigned m = __ballot_sync (0xffffffff, !one);
      if (lane == 0)
        zeros[w] = __popc (m);
      __syncthreads ();
      unsigned all = 0, mine = 0;
      for (int i = 0; i < 4; i++)
        {
          if (i == w)
            mine = all;
          all += zeros[i];
        }
      unsigned z = mine + __popc (m & ((1u << lane) - 1));
      unsigned at = one ? all + t - z : z;
      s[at] = x;			// radix_1: race
      if (B != 1)
        __syncthreads ();
      x = s[t];				// radix_1: race
    }
  out[t] = x;
}
K (radix, 0, AU, (in, out, n)) K (radix, 1, AU, (in, out, n))

/* run: stencil -g 4 -b 64 buf:f32:256=iota buf:f32:256=none i32:256 */
template <int B> __device__ void stencil (const float *in, float *out, int n)
{
  __shared__ float s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 1] = in[i];			// stencil_1: race
  if (B != 3 && t == 0)
    s[0] = i ? in[i - 1] : 0;
  if (t == 63)
    s[65] = B == 2 || i + 1 < n ? in[i + 1] : 0;	// stencil_2: memory
  if (B != 1)
    __syncthreads ();
  out[i] = s[t] + s[t + 1] + s[t + 2];	// stencil_1: race  stencil_3: init
}
K (stencil, 0, A3, (in, out, n)) K (stencil, 1, A3, (in, out, n)) K (stencil, 2, A3, (in, out, n))
K (stencil, 3, A3, (in, out, n))

/* run: transpose -g 2,2 -b 32,8 buf:f32:4096=iota buf:f32:4096=none i32:64 */
template <int B> __device__ void transpose (const float *in, float *out, int n)
{
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    s[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];	// transpose_1: race
  if (B != 1)
    __syncthreads ();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    out[(y + k) * (B == 2 ? 1 : n) + x] = s[threadIdx.x][threadIdx.y + k];	// transpose_1: race  transpose_2: race
}
K (transpose, 0, A3, (in, out, n)) K (transpose, 1, A3, (in, out, n)) K (transpose, 2, A3, (in, out, n))

/* run: gemm -g 2,2 -b 16,16 buf:f32:1024=iota buf:f32:1024=ones buf:f32:1024=none i32:32 */
template <int B> __device__ void gemm (const float *a, const float *b, float *c, int n)
{
  __shared__ float p[16][16], q[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16)
    {
      p[y][x] = a[row * n + k + x];	// gemm_1: race  gemm_2: race
      q[y][x] = b[(k + y) * n + col];	// gemm_1: race  gemm_2: race
      if (B != 1)
        __syncthreads ();
      for (int i = 0; i < (B == 3 ? 17 : 16); i++)
        sum += p[y][i] * q[i][x];	// gemm_1: race  gemm_2: race  gemm_3: memory
      if (B != 2)
        __syncthreads ();
    }
  c[row * n + col] = sum;
}
#define A4 (const float *a, const float *b, float *c, int n)
K (gemm, 0, A4, (a, b, c, n)) K (gemm, 1, A4, (a, b, c, n)) K (gemm, 2, A4, (a, b, c, n))
K (gemm, 3, A4, (a, b, c, n))

/* run: gridsum --cooperative -g 5 -b 64 buf:f32:1024=iota buf:f32:5=none buf:f32:5=none i32:1024 */
template <int B> __device__ void gridsum (const float *in, const float *part_, float *out, int n)
{
  cg::grid_group grid = cg::this_grid ();
  float *part = (float *) part_;
  __shared__ float s[64];
  float x = 0;
  for (int i = grid.thread_rank (); i < n; i += grid.size ())
    x += in[i];
  s[threadIdx.x] = x;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      for (int i = 1; i < 64; i++)
        x += s[i];
      part[blockIdx.x] = x;		// gridsum_1: race
    }
  if (B != 1)
    grid.sync ();
  if (threadIdx.x == 0)
    {
      x = 0;
      for (int i = 0; i < gridDim.x; i++)
        x += part[i];			// gridsum_1: race gridsum_1: init
      out[blockIdx.x] = x;
    }
}
K (gridsum, 0, A4, (a, b, c, n)) K (gridsum, 1, A4, (a, b, c, n))

/* run: pipeline -b 128 buf:f32:1024=iota buf:f32:128=none i32:1024 */
template <int B> __device__ void pipeline (const float *in, float *out, int n)
{
  __shared__ float s[3][128];
  int t = threadIdx.x, m = n / 128;
  float sum = 0;
  for (int i = 0; i < 2; i++)
    {
      __pipeline_memcpy_async (&s[i][t], &in[i * 128 + t], 4);	// pipeline_2: async
      __pipeline_commit ();
    }
  for (int i = 0; i < m; i++)
    {
      if (i + 2 < m)
        __pipeline_memcpy_async (&s[(i + 2) % 3][t], &in[(i + 2) * 128 + t], 4);	// pipeline_1: async  pipeline_2: async  pipeline_4: async
      if (B != 4)
        __pipeline_commit ();
      __pipeline_wait_prior (B == 2 ? 3 : 2);
      if (B != 3)
        __syncthreads ();
      sum += s[i % 3][t ^ 127];		// pipeline_1: async  pipeline_2: async  pipeline_3: race  pipeline_4: async
      if (B != 1)
        __syncthreads ();
    }
  out[t] = sum;
}
K (pipeline, 0, A3, (in, out, n)) K (pipeline, 1, A3, (in, out, n)) K (pipeline, 2, A3, (in, out, n))
K (pipeline, 3, A3, (in, out, n)) K (pipeline, 4, A3, (in, out, n))

/* The last block sums up.  run: lastblock -g 8 -b 64 buf:u32:512=iota buf:u32:1=none buf:u32:1 buf:u32:8=none buf:u32:8=none */
template <int B> __device__ void lastblock (const unsigned *in, unsigned *out, unsigned *count,
					    unsigned *part, unsigned *)
{
  __shared__ bool last;
  unsigned x = __reduce_add_sync (0xffffffff, in[blockIdx.x * 64 + threadIdx.x]);
  __shared__ unsigned s[2];
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = x;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      part[blockIdx.x] = s[0] + s[1];	// lastblock_1: race
      if (B != 1)
        __threadfence ();
      last = atomicAdd (count, 1) == gridDim.x - 1;	// lastblock_2: race
    }
  if (B != 2)
    __syncthreads ();
  if (last && threadIdx.x == 0)		// lastblock_2: race lastblock_2: init
    {
      unsigned sum = 0;
      for (int i = 0; i < gridDim.x; i++)
        sum += part[i];			// lastblock_1: race
      *out = sum;
    }
}
K (lastblock, 0, A5, (in, out, ticket, state, sum)) K (lastblock, 1, A5, (in, out, ticket, state, sum))
K (lastblock, 2, A5, (in, out, ticket, state, sum))

/* Warp-synchronous.  run: warpred -b 64 buf:f32:64=iota buf:f32:2=none i32:64 */
template <int B> __device__ void warpred (const float *in, float *out, int n)
{
  __shared__ float sm[64];
  volatile float *v = sm;
  int t = threadIdx.x, lane = t % 32;
  sm[t] = in[t];
  __syncwarp ();
  for (int k = 16; k; k /= 2)
    {
      float y = 0;
      if (lane < k)
        y = B == 2 ? v[t] + v[t + k] : sm[t] + sm[t + k];	// warpred_1: race  warpred_2: race
      if (B == 0)
        __syncwarp ();
      if (lane < k)
        {
          if (B == 2)
            v[t] = y;			// warpred_2: race
          else
            sm[t] = y;			// warpred_1: race
        }
      if (B == 0)
        __syncwarp ();
    }
  if (lane == 0)
    out[t / 32] = sm[t];
}
K (warpred, 0, A3, (in, out, n)) K (warpred, 1, A3, (in, out, n)) K (warpred, 2, A3, (in, out, n))

/* A barrier that not all reach.  run: guarded -b 96 buf:f32:96=iota buf:f32:96=none i32:80 */
template <int B> __device__ void guarded (const float *in, float *out, int n)
{
  __shared__ float s[96];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  if (B == 1)
    {
      if (t < n)
        __syncthreads ();		// guarded_1: sync
    }
  else if (B == 2)
    {
      if (t & 1)
        {
          s[t] += 1;
          __syncthreads ();		// guarded_2: sync
          s[t] *= 2;
        }
      else
        __syncthreads ();		// guarded_2: sync
    }
  else
    __syncthreads ();
  out[t] = s[95 - t];			// guarded_1: race
}
K (guarded, 0, A3, (in, out, n)) K (guarded, 1, A3, (in, out, n)) K (guarded, 2, A3, (in, out, n))

/* Producer and consumer warps with named barriers.  run: named -b 64 buf:f32:256=iota buf:f32:32=none i32:256 */
template <int B> __device__ void named (const float *in, float *out, int n)
{
  __shared__ float s[32];
  int lane = threadIdx.x % 32;
  float sum = 0;
  if (threadIdx.x < 32)
    for (int i = 0; i < n; i += 32)
      {
        asm volatile ("barrier.cta.sync 1, 64;" ::: "memory");
        s[lane] = in[i + lane];		// named_1: race
        if (B == 1)
          asm volatile ("barrier.cta.sync 3, 32;" ::: "memory");
        asm volatile ("barrier.cta.arrive 2, 64;" ::: "memory");
      }
  else
    for (int i = 0; i < n; i += 32)
      {
        asm volatile ("barrier.cta.arrive 1, 64;" ::: "memory");
        if (B != 1)
          asm volatile ("barrier.cta.sync 2, 64;" ::: "memory");
        else
          asm volatile ("barrier.cta.arrive 2, 64;" ::: "memory");
        sum += s[31 - lane];		// named_1: race named_1: init
      }
  if (threadIdx.x >= 32)
    out[lane] = sum;
}
K (named, 0, A3, (in, out, n)) K (named, 1, A3, (in, out, n))

/* A lock.  run: locked -g 4 -b 32 buf:u32:1 buf:u32:1 i32:4 */
template <int B> __device__ void locked (const unsigned *lock_, unsigned *count, int n)
{
  unsigned *lock = (unsigned *) lock_;
  if (threadIdx.x == 0)
    {
      while (atomicCAS (lock, 0, 1))
        ;
      if (B != 1)
        __threadfence ();
      *count = *count + 1;		// locked_1: race  locked_2: race
      if (B == 0)
        __threadfence ();
      if (B == 2)
        *(volatile unsigned *) lock = 0;
      else
        atomicExch (lock, 0);
    }
}
K (locked, 0, AU, (in, out, n)) K (locked, 1, AU, (in, out, n)) K (locked, 2, AU, (in, out, n))

/* run: compact -g 2 -b 128 buf:u32:256=random:5 buf:u32:256=none buf:u32:1 buf:u32:1 buf:u32:1 */
template <int B> __device__ void compact (const unsigned *in, unsigned *out, unsigned *count,
					  unsigned *, unsigned *)
{
  unsigned x = in[blockIdx.x * 128 + threadIdx.x];
  if (x & 1)
    {
      unsigned m = __activemask (), lane = threadIdx.x % 32;
      int leader = __ffs (m) - 1;
      unsigned at = 0;
      if (lane == leader)
        {
          if (B == 1)
            {
              at = *count;		// compact_1: race
              *count = at + __popc (m);	// compact_1: race
            }
          else
            at = atomicAdd (count, __popc (m));
        }
      at = __shfl_sync (m, at, leader);
      out[at + __popc (m & ((1u << lane) - 1))] = x;	// compact_1: race
    }
}
K (compact, 0, A5, (in, out, ticket, state, sum)) K (compact, 1, A5, (in, out, ticket, state, sum))

/* Local arrays, uninitialised and not.  run: local -b 32 buf:f32:32=iota buf:f32:32=none i32:8 */
template <int B> __device__ void local (const float *in, float *out, int n)
{
  float a[8];
  for (int i = 0; i < (B == 1 ? n + 1 : n); i++)
    a[i] = in[threadIdx.x] * i;		// local_1: memory
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[(i * 3 + (int) in[threadIdx.x]) & 7];
  out[threadIdx.x] = sum;
}
K (local, 0, A3, (in, out, n)) K (local, 1, A3, (in, out, n))

/* Bytes beside each other by different threads.  run: bytes -b 64 buf:u8:64=iota buf:u8:64=none i32:64 */
template <int B> __device__ void bytes (const unsigned char *in, unsigned char *out, int n)
{
  __shared__ unsigned char s[80];
  int t = threadIdx.x;
  s[t] = in[t];				// bytes_1: race
  __syncthreads ();
  unsigned char x = s[63 - t];
  __syncthreads ();
  s[t] = x;				// bytes_1: race
  if (B == 1)
    x = s[t ^ 32];			// bytes_1: race
  if (B == 2)
    *(short *) (s + t + 1) = 1;		// bytes_2: memory
  __syncthreads ();
  out[t] = s[t] + x;
}
#define AB (const unsigned char *in, unsigned char *out, int n)
K (bytes, 0, AB, (in, out, n)) K (bytes, 1, AB, (in, out, n)) K (bytes, 2, AB, (in, out, n))

/* A flag that many threads set to the same value.  run: flag -b 128 buf:u32:128=iota buf:u32:128=none i32:100 */
template <int B> __device__ void flag (const unsigned *in, unsigned *out, int n)
{
  __shared__ unsigned found;
  int t = threadIdx.x;
  if (t == 0)
    found = 0;				// flag_1: race
  if (B != 1)
    __syncthreads ();
  if (in[t] > n)
    found = B == 2 ? t : 1;		// flag_1: race  flag_2: race
  __syncthreads ();
  out[t] = found;
}
K (flag, 0, AU, (in, out, n)) K (flag, 1, AU, (in, out, n)) K (flag, 2, AU, (in, out, n))

/* Tiles of a cooperative group.  run: tiles -b 64 buf:f32:64=iota buf:f32:64=none i32:64 */
template <int B> __device__ void tiles (const float *in, float *out, int n)
{
  __shared__ float s[64];
  cg::thread_block_tile<16> tile = cg::tiled_partition<16> (cg::this_thread_block ());
  int t = threadIdx.x;
  s[t] = in[t];				// tiles_1: race
  if (B != 1)
    tile.sync ();
  float x = s[t ^ 15];			// tiles_1: race
  for (int k = tile.size () / 2; k; k /= 2)
    x += tile.shfl_down (x, k);
  out[t] = x;
}
K (tiles, 0, A3, (in, out, n)) K (tiles, 1, A3, (in, out, n))

/* Scopes.  run: scopes -g 2 -b 32 buf:u32:1 buf:u32:2 i32:1 */
template <int B> __device__ void scopes (const unsigned *in_, unsigned *out, int n)
{
  unsigned *in = (unsigned *) in_;
  if (threadIdx.x == 0)
    {
      if (B == 1)
        atomicAdd_block (in, 1);	// scopes_1: race
      else
        atomicAdd (in, 1);
    }
}
K (scopes, 0, AU, (in, out, n)) K (scopes, 1, AU, (in, out, n))

/* Messages by release and acquire.  run: message -g 2 -b 32 buf:u32:1 buf:u32:33 i32:1 */
template <int B> __device__ void message (const unsigned *flag_, unsigned *data, int n)
{
  unsigned *flag = (unsigned *) flag_, v;
  if (blockIdx.x == 0)
    {
      data[threadIdx.x] = threadIdx.x;	// message_1: race  message_2: race  message_3: race
      if (B != 3)
        __syncwarp ();
      if (threadIdx.x == 0)
        {
          if (B == 1)
            asm volatile ("st.relaxed.gpu.u32 [%0], 1;" :: "l" (flag) : "memory");
          else
            asm volatile ("st.release.gpu.u32 [%0], 1;" :: "l" (flag) : "memory");
        }
    }
  else
    {
      if (threadIdx.x == 0)
        do
          if (B == 2)
            asm volatile ("ld.relaxed.gpu.u32 %0, [%1];" : "=r" (v) : "l" (flag) : "memory");
          else
            asm volatile ("ld.acquire.gpu.u32 %0, [%1];" : "=r" (v) : "l" (flag) : "memory");
        while (!v);
      __syncwarp ();
      if (data[threadIdx.x] == 99)	// message_1: race  message_2: race  message_3: race
        data[32] = 1;
    }
}
K (message, 0, AU, (in, out, n)) K (message, 1, AU, (in, out, n)) K (message, 2, AU, (in, out, n))
K (message, 3, AU, (in, out, n))
