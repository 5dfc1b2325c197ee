/* SPDX-License-Identifier: MIT */
/* Ordinary CUDA programs; programs-test.c runs them and computes the same in C.  */
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/warp/warp_scan.cuh>
namespace cg = cooperative_groups;
typedef unsigned int u32;
typedef unsigned long long u64;
#define K extern "C" __global__ void
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

K reduce_shuffle (const int *a, int n, int *out)
{
  __shared__ int part[32];
  int v = 0;
  for (int i = TID; i < n; i += gridDim.x * blockDim.x)
    v += a[i];
  for (int d = 16; d; d /= 2)
    v += __shfl_down_sync (~0u, v, d);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = v;
  __syncthreads ();
  if (threadIdx.x < 32)
    {
      v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
      for (int d = 16; d; d /= 2)
	v += __shfl_xor_sync (~0u, v, d);
      if (threadIdx.x == 0)
	atomicAdd (out, v);
    }
}
K reduce_groups (const int *a, int n, int *out)
{
  auto block = cg::this_thread_block ();
  auto warp = cg::tiled_partition<32> (block);
  int v = 0;
  for (int i = TID; i < n; i += gridDim.x * blockDim.x)
    v += a[i];
  v = cg::reduce (warp, v, cg::plus<int> ());
  if (warp.thread_rank () == 0)
    atomicAdd (out, v);
}
K reduce_shared (const int *a, int n, int *out)
{
  extern __shared__ int s[];
  s[threadIdx.x] = TID < n ? a[TID] : 0;
  for (u32 d = blockDim.x / 2; d; d /= 2)
    {
      __syncthreads ();
      if (threadIdx.x < d)
	s[threadIdx.x] += s[threadIdx.x + d];
    }
  if (threadIdx.x == 0)
    atomicAdd (out, s[0]);
}
K reduce_last_block (const int *a, int n, int *part, u32 *count, int *out)
{
  __shared__ bool last;
  typedef cub::BlockReduce<int, 128> R;
  __shared__ typename R::TempStorage t;
  int v = R (t).Sum (TID < n ? a[TID] : 0);
  if (threadIdx.x == 0)
    {
      part[blockIdx.x] = v;
      __threadfence ();
      last = atomicInc (count, gridDim.x) == gridDim.x - 1;
    }
  __syncthreads ();
  if (last && threadIdx.x == 0)
    {
      int sum = 0;
      __threadfence ();
      for (u32 i = 0; i < gridDim.x; i++)
	sum += ((volatile int *) part)[i];
      *out = sum;
    }
}
K scan_steps (const int *a, int *out)
{
  __shared__ int s[2][256];
  int t = threadIdx.x, p = 0;
  s[0][t] = a[TID];
  for (int d = 1; d < 256; d *= 2, p ^= 1)
    {
      __syncthreads ();
      s[p ^ 1][t] = s[p][t] + (t >= d ? s[p][t - d] : 0);
    }
  __syncthreads ();
  out[TID] = s[p][t];
}
K scan_tree (const int *a, int *out)
{
  __shared__ int s[512];
  int t = threadIdx.x, off = 1;
  s[2 * t] = a[2 * t];
  s[2 * t + 1] = a[2 * t + 1];
  for (int d = 256; d; d /= 2, off *= 2)
    {
      __syncthreads ();
      if (t < d)
	s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
    }
  if (t == 0)
    s[511] = 0;
  for (int d = 1; d < 512; d *= 2)
    {
      off /= 2;
      __syncthreads ();
      if (t < d)
	{
	  int i = off * (2 * t + 1) - 1, j = off * (2 * t + 2) - 1, v = s[i];
	  s[i] = s[j];
	  s[j] += v;
	}
    }
  __syncthreads ();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}
/* Blocks look back for the sum of those before them.  STATE: flag in the high half.  */
K scan_lookback (const int *a, u64 *state, u32 *ticket, int *out)
{
  __shared__ u32 tile;
  __shared__ int before;
  typedef cub::BlockScan<int, 128> S;
  __shared__ typename S::TempStorage t;
  if (threadIdx.x == 0)
    tile = atomicAdd (ticket, 1);
  __syncthreads ();
  int v = a[tile * 128 + threadIdx.x], x, sum;
  S (t).InclusiveSum (v, x, sum);
  if (threadIdx.x == 0)
    {
      int prefix = 0;
      if (tile)
	atomicExch (&state[tile], (u64) 1 << 32 | (u32) sum);
      for (int i = (int) tile - 1; i >= 0; )
	{
	  u64 s = atomicAdd (&state[i], 0);
	  if (!(s >> 32))
	    continue;
	  prefix += (int) s;
	  if (s >> 32 == 2)
	    break;
	  i--;
	}
      atomicExch (&state[tile], (u64) 2 << 32 | (u32) (prefix + sum));
      before = prefix;
    }
  __syncthreads ();
  out[tile * 128 + threadIdx.x] = before + x;
}
K scan_groups (const int *a, int *out)
{
  auto tile = cg::tiled_partition<16> (cg::this_thread_block ());
  out[TID] = cg::inclusive_scan (tile, a[TID]);
}
K warp_scan (const int *a, int *out)
{
  typedef cub::WarpScan<int> S;
  __shared__ typename S::TempStorage t[4];
  int x;
  S (t[threadIdx.x / 32]).ExclusiveSum (a[TID], x);
  out[TID] = x;
}
K sort_bitonic (u32 *a)
{
  __shared__ u32 s[256];
  u32 t = threadIdx.x;
  s[t] = a[t];
  for (u32 k = 2; k <= 256; k *= 2)
    for (u32 j = k / 2; j; j /= 2)
      {
	__syncthreads ();
	u32 o = t ^ j;
	if (o > t && (s[t] > s[o]) == !(t & k))
	  {
	    u32 v = s[t];
	    s[t] = s[o];
	    s[o] = v;
	  }
      }
  __syncthreads ();
  a[t] = s[t];
}
K sort_radix (u32 *a)
{
  typedef cub::BlockRadixSort<u32, 64, 4> S;
  __shared__ typename S::TempStorage t;
  u32 v[4];
  for (int i = 0; i < 4; i++)
    v[i] = a[threadIdx.x * 4 + i];
  S (t).Sort (v);
  for (int i = 0; i < 4; i++)
    a[threadIdx.x * 4 + i] = v[i];
}
K sort_split (u32 *a)
{
  __shared__ u32 s[256], n0;
  typedef cub::BlockScan<int, 256> S;
  __shared__ typename S::TempStorage tmp;
  u32 t = threadIdx.x, v = a[t];
  for (int b = 0; b < 32; b++)
    {
      int zero = !(v >> b & 1), at, all;
      S (tmp).ExclusiveSum (zero, at, all);
      if (t == 0)
	n0 = all;
      __syncthreads ();
      s[zero ? at : n0 + t - at] = v;
      __syncthreads ();
      v = s[t];
      __syncthreads ();
    }
  a[t] = v;
}
K sort_merge (const u32 *a, u32 *b, int run, int n)
{
  int i = TID;
  if (i >= n)
    return;
  int first = i / (2 * run) * 2 * run, mine = (i / run) & 1, lo = first + (mine ? 0 : run), hi = lo + run;
  u32 v = a[i];
  int base = lo;
  while (lo < hi)
    {
      int m = (lo + hi) / 2;
      if (mine ? a[m] <= v : a[m] < v)
	lo = m + 1;
      else
	hi = m;
    }
  b[first + (i % run) + (lo - base)] = v;
}
K sort_odd_even (u32 *a, int n)
{
  for (int k = 0; k < n; k++)
    {
      int i = 2 * threadIdx.x + (k & 1);
      if (i + 1 < n && a[i] > a[i + 1])
	{
	  u32 v = a[i];
	  a[i] = a[i + 1];
	  a[i + 1] = v;
	}
      __syncthreads ();
    }
}
__device__ void
quick (int *a, int lo, int hi)
{
  if (lo >= hi)
    return;
  int p = a[hi], i = lo;
  for (int j = lo; j < hi; j++)
    if (a[j] < p)
      {
	int v = a[i];
	a[i++] = a[j];
	a[j] = v;
      }
  a[hi] = a[i];
  a[i] = p;
  quick (a, lo, i - 1);
  quick (a, i + 1, hi);
}
K sort_quick (int *a, int n) { quick (a + threadIdx.x * n, 0, n - 1); }

K stencil_line (const float *a, float *out, int n)
{
  __shared__ float s[128 + 4];
  int i = TID, t = threadIdx.x + 2;
  s[t] = i < n ? a[i] : 0;
  if (threadIdx.x < 2)
    {
      s[t - 2] = i >= 2 ? a[i - 2] : 0;
      s[t + 128] = i + 128 < n ? a[i + 128] : 0;
    }
  __syncthreads ();
  if (i < n)
    out[i] = s[t - 2] + 2 * s[t - 1] + 3 * s[t] + 2 * s[t + 1] + s[t + 2];
}
K stencil_plane (const float *a, float *out, int n)
{
  __shared__ float s[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = threadIdx.y; j < 18; j += 16)
    for (int i = threadIdx.x; i < 18; i += 16)
      {
	int gx = blockIdx.x * 16 + i - 1, gy = blockIdx.y * 16 + j - 1;
	s[j][i] = gx >= 0 && gy >= 0 && gx < n && gy < n ? a[gy * n + gx] : 0;
      }
  __syncthreads ();
  int i = threadIdx.x + 1, j = threadIdx.y + 1;
  if (x < n && y < n)
    out[y * n + x] = s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i] - 4 * s[j][i];
}
K jacobi_grid (float *a, float *b, int n, int steps)
{
  cg::grid_group grid = cg::this_grid ();
  for (int k = 0; k < steps; k++)
    {
      for (int i = TID; i < n; i += grid.size ())
	b[i] = i && i < n - 1 ? 0.5f * (a[i - 1] + a[i + 1]) : a[i];
      grid.sync ();
      float *t = a;
      a = b;
      b = t;
    }
}
K spmv_rows (const int *row, const int *col, const float *val, const float *x, float *y, int n)
{
  int r = TID;
  if (r >= n)
    return;
  float s = 0;
  for (int k = row[r]; k < row[r + 1]; k++)
    s += val[k] * x[col[k]];
  y[r] = s;
}
K spmv_warps (const int *row, const int *col, const float *val, const float *x, float *y, int n)
{
  int r = TID / 32, lane = threadIdx.x % 32;
  if (r >= n)
    return;
  float s = 0;
  for (int k = row[r] + lane; k < row[r + 1]; k += 32)
    s += val[k] * x[col[k]];
  for (int d = 16; d; d /= 2)
    s += __shfl_down_sync (~0u, s, d);
  if (lane == 0)
    y[r] = s;
}
K gemm_tiles (const float *a, const float *b, float *c, int n)
{
  __shared__ float s[16][16], t[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float v = 0;
  for (int k = 0; k < n; k += 16)
    {
      s[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
      t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
      __syncthreads ();
      for (int i = 0; i < 16; i++)
	v += s[threadIdx.y][i] * t[i][threadIdx.x];
      __syncthreads ();
    }
  c[y * n + x] = v;
}
K gemm_wmma (const __half *a, const __half *b, float *c, int n)
{
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, __half, col_major> fb;
  fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment (fc, 0.0f);
  for (int k = 0; k < n; k += 16)
    {
      load_matrix_sync (fa, a + blockIdx.y * 16 * n + k, n);
      load_matrix_sync (fb, b + blockIdx.x * 16 * n + k, n);
      mma_sync (fc, fa, fb, fc);
    }
  store_matrix_sync (c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, mem_row_major);
}
K transpose (const int *a, int *b, int n)
{
  __shared__ int s[32][33];
  for (int j = threadIdx.y; j < 32; j += 8)
    s[j][threadIdx.x] = a[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads ();
  for (int j = threadIdx.y; j < 32; j += 8)
    b[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = s[threadIdx.x][j];
}
K histogram_shared (const u32 *a, int n, u32 *h)
{
  __shared__ u32 s[64];
  if (threadIdx.x < 64)
    s[threadIdx.x] = 0;
  __syncthreads ();
  for (int i = TID; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (&s[a[i] % 64], 1);
  __syncthreads ();
  if (threadIdx.x < 64)
    atomicAdd (&h[threadIdx.x], s[threadIdx.x]);
}
K histogram_match (const u32 *a, u32 *h)
{
  u32 bin = a[TID] % 64, same = __match_any_sync (~0u, bin);
  if ((int) (threadIdx.x % 32) == __ffs (same) - 1)
    atomicAdd (&h[bin], __popc (same));
}
K histogram_cluster (const u32 *a, int n, u32 *h)
{
  __shared__ u32 s[16];
  cg::cluster_group cl = cg::this_cluster ();
  if (threadIdx.x < 16)
    s[threadIdx.x] = 0;
  cl.sync ();
  for (int i = TID; i < n; i += gridDim.x * blockDim.x)
    {
      u32 bin = a[i] % 64;
      atomicAdd (cl.map_shared_rank (s, bin / 16) + bin % 16, 1);
    }
  cl.sync ();
  if (threadIdx.x < 16)
    atomicAdd (&h[cl.block_rank () * 16 + threadIdx.x], s[threadIdx.x]);
}
K compact (const int *a, int *out, int *count)
{
  int v = a[TID];
  u32 keep = __ballot_sync (~0u, v & 1), lane = threadIdx.x % 32;
  int at = 0;
  if (lane == 0)
    at = atomicAdd (count, __popc (keep));
  at = __shfl_sync (~0u, at, 0);
  if (v & 1)
    out[at + __popc (keep & ((1u << lane) - 1))] = v;
}
K compact_groups (const int *a, int *out, int *count)
{
  int v = a[TID];
  if (v & 1)
    {
      cg::coalesced_group g = cg::coalesced_threads ();
      int at = 0;
      if (g.thread_rank () == 0)
	at = atomicAdd (count, g.size ());
      out[g.shfl (at, 0) + g.thread_rank ()] = v;
    }
}
__constant__ float taps[5] = { 1, -2, 3, -2, 1 };
K constant_taps (const float *a, float *out, int n)
{
  int i = TID;
  float s = 0;
  for (int k = 0; k < 5; k++)
    s += taps[k] * a[(i + k) % n];
  if (i < n)
    out[i] = s;
}
K shuffles (const int *a, int *out)
{
  int v = a[threadIdx.x], r = 0;
  r = r * 31 + __shfl_sync (~0u, v, (threadIdx.x * 7) % 32);
  r = r * 31 + __shfl_up_sync (~0u, v, 3);
  r = r * 31 + __shfl_down_sync (~0u, v, 5, 16);
  r = r * 31 + __shfl_xor_sync (~0u, v, 9);
  r = r * 31 + __shfl_sync (~0u, v, 2, 8);
  double d = __shfl_xor_sync (~0u, (double) v, 1);
  long long l = __shfl_down_sync (~0u, (long long) v << 20, 1);
  out[threadIdx.x] = r * 31 + (int) d + (int) (l >> 20);
}
K votes (const int *a, u32 *out)
{
  int v = a[threadIdx.x], p;
  u32 r = __match_any_sync (~0u, v % 5);
  r = r * 31 + __match_all_sync (~0u, 7, &p);
  r = r * 31 + p;
  r = r * 31 + __all_sync (~0u, v >= 0);
  r = r * 31 + __any_sync (~0u, v == 3);
  r = r * 31 + __ballot_sync (~0u, v & 2);
  r = r * 31 + __reduce_add_sync (~0u, (u32) v);
  r = r * 31 + __reduce_min_sync (~0u, v);
  r = r * 31 + __reduce_max_sync (~0u, v);
  r = r * 31 + __reduce_and_sync (~0u, (u32) v | 8);
  r = r * 31 + __reduce_or_sync (~0u, (u32) v);
  r = r * 31 + __reduce_xor_sync (~0u, (u32) v);
  out[threadIdx.x] = r;
}
K atomics (int *i, u32 *u, u64 *l, float *f, double *d, __half2 *h, __nv_bfloat162 *b, unsigned short *s)
{
  int t = TID;
  atomicAdd (&i[0], t);
  atomicSub (&i[1], t);
  atomicMin (&i[2], -t);
  atomicMax (&i[3], t);
  atomicAnd (&i[4], ~(1 << t % 31));
  atomicOr (&i[5], 1 << t % 31);
  atomicXor (&i[6], t);
  atomicInc (&u[0], 16);
  atomicDec (&u[1], 16);
  atomicMin (&u[2], 1000u - t);
  atomicMax (&u[3], t * 3);
  atomicAdd (&l[0], (u64) t << 33);
  atomicMax (&l[1], (u64) t << 40);
  atomicMin (&l[2], ~(u64) t);
  atomicXor (&l[3], (u64) t << 20);
  atomicAdd (f, 1.5f);
  atomicAdd (d, 0.25);
  atomicAdd (h, __floats2half2_rn (1, 2));
  atomicAdd (b, __floats2bfloat162_rn (1, 1));
  unsigned short old = *(volatile unsigned short *) s, seen;
  while ((seen = atomicCAS (s, old, (unsigned short) (old + 1))) != old)
    old = seen;
}
K atomics_scoped (int *a)
{
  atomicAdd_block (&a[blockIdx.x * 4], 1);
  atomicAdd_system (&a[1], 2);
  cuda::atomic_ref<int, cuda::thread_scope_device> r (a[2]);
  r.fetch_add (3, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device> m (a[3]);
  m.fetch_max ((int) TID, cuda::memory_order_acq_rel);
}
K halves (const float *a, float *out)
{
  __half2 x = __floats2half2_rn (a[TID], a[TID] * 0.5f), y = __float2half2_rn (0.75f);
  __half2 z = __hfma2 (x, y, __hmul2 (x, x));
  z = __hadd2 (z, __hmin2 (x, y));
  out[TID] = __low2float (z) + __high2float (z);
}
K bfloats (const float *a, float *out)
{
  __nv_bfloat16 x = __float2bfloat16 (a[TID]), y = __float2bfloat16 (0.75f);
  out[TID] = __bfloat162float (__hadd (__hmul (x, y), y));
}
K fp8s (const float *a, float *out)
{
  __nv_fp8_e4m3 x (a[TID]);
  __nv_fp8_e5m2 y (a[TID]);
  out[TID] = (float) x + (float) y;
}
K copy_pipeline (const int *a, int *out)
{
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async (&s[0][t], &a[t], 4);
  __pipeline_commit ();
  for (int k = 0; k < 8; k++)
    {
      if (k < 7)
	__pipeline_memcpy_async (&s[(k + 1) & 1][t], &a[(k + 1) * 64 + t], 4);
      __pipeline_commit ();
      __pipeline_wait_prior (1);
      __syncthreads ();
      sum += s[k & 1][63 - t];
      __syncthreads ();
    }
  out[t] = sum;
}
K copy_barrier (const int *a, int *out)
{
  __shared__ alignas (16) int s[256];
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block ();
  if (block.thread_rank () == 0)
    init (&bar, block.size ());
  block.sync ();
  int sum = 0;
  for (int k = 0; k < 4; k++)
    {
      cuda::memcpy_async (block, s, a + k * 256, sizeof s, bar);
      bar.arrive_and_wait ();
      sum += s[255 - threadIdx.x];
      block.sync ();
    }
  out[threadIdx.x] = sum;
}
K copy_groups (const int *a, int *out)
{
  __shared__ alignas (16) int s[128];
  auto block = cg::this_thread_block ();
  cg::memcpy_async (block, s, a, sizeof s);
  cg::wait (block);
  out[threadIdx.x] = s[127 - threadIdx.x];
}
K copy_stages (const int *a, int *out)
{
  constexpr int N = 2;
  __shared__ alignas (16) int s[N][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, N> state;
  auto block = cg::this_thread_block ();
  auto pipe = cuda::make_pipeline (block, &state);
  int sum = 0;
  for (int k = 0, f = 0; k < 8; k++)
    {
      for (; f < 8 && f < k + N; f++)
	{
	  pipe.producer_acquire ();
	  cuda::memcpy_async (block, s[f % N], a + f * 64, sizeof s[0], pipe);
	  pipe.producer_commit ();
	}
      pipe.consumer_wait ();
      sum += s[k % N][63 - threadIdx.x];
      pipe.consumer_release ();
    }
  out[threadIdx.x] = sum;
}
struct list { list *next; int v; };
K heap_list (int *out, int n)
{
  list *l = NULL;
  for (int i = 0; i < n; i++)
    {
      list *k = (list *) malloc (sizeof *k);
      k->next = l;
      k->v = i * threadIdx.x;
      l = k;
    }
  int sum = 0;
  while (l)
    {
      list *k = l->next;
      sum += l->v;
      free (l);
      l = k;
    }
  out[threadIdx.x] = sum;
}
struct shape { __device__ virtual int area () const = 0; };
struct square : shape { int a; __device__ square (int x) : a (x) {} __device__ int area () const { return a * a; } };
struct oblong : shape { int a, b; __device__ oblong (int x, int y) : a (x), b (y) {} __device__ int area () const { return a * b; } };
K virtuals (int *out)
{
  square s (threadIdx.x);
  oblong o (threadIdx.x, 3);
  const shape *p = threadIdx.x & 1 ? (const shape *) &s : &o;
  out[threadIdx.x] = p->area ();
}
__device__ int twice (int x) { return 2 * x; }
__device__ int square_of (int x) { return x * x; }
__device__ int (*table[2]) (int) = { twice, square_of };
K pointers (int *out) { out[threadIdx.x] = table[threadIdx.x % 2] (threadIdx.x); }
__device__ int fib (int n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }
K recursion (int *out) { out[threadIdx.x] = fib (threadIdx.x % 12); }
K mandelbrot (int *out, int n)
{
  int i = TID;
  float cx = -2 + 3.0f * (i % n) / n, cy = -1.5f + 3.0f * (i / n) / n, x = 0, y = 0;
  int k = 0;
  while (k < 50 && __fadd_rn (__fmul_rn (x, x), __fmul_rn (y, y)) < 4)
    {
      float t = __fadd_rn (__fsub_rn (__fmul_rn (x, x), __fmul_rn (y, y)), cx);
      y = __fadd_rn (__fmul_rn (__fmul_rn (2, x), y), cy);
      x = t;
      k++;
    }
  out[i] = k;
}
K nbody (const float4 *p, float4 *f, int n)
{
  __shared__ float4 s[64];
  float4 me = p[TID], a = make_float4 (0, 0, 0, 0);
  for (int k = 0; k < n; k += 64)
    {
      s[threadIdx.x] = p[k + threadIdx.x];
      __syncthreads ();
      for (int j = 0; j < 64; j++)
	{
	  float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z;
	  float r = dx * dx + dy * dy + dz * dz + 0.01f, w = s[j].w / (r * sqrtf (r));
	  a.x += dx * w;
	  a.y += dy * w;
	  a.z += dz * w;
	}
      __syncthreads ();
    }
  f[TID] = a;
}
K fft (float2 *a)
{
  __shared__ float2 s[256];
  int t = threadIdx.x;
  s[__brev (t) >> 24] = a[t];
  s[__brev (t + 128) >> 24] = a[t + 128];
  for (int m = 1; m < 256; m *= 2)
    {
      __syncthreads ();
      int k = t % m, i = t / m * 2 * m + k;
      float c, d;
      sincospif (-(float) k / m, &d, &c);
      float2 u = s[i], v = s[i + m];
      float2 w = make_float2 (v.x * c - v.y * d, v.x * d + v.y * c);
      s[i] = make_float2 (u.x + w.x, u.y + w.y);
      s[i + m] = make_float2 (u.x - w.x, u.y - w.y);
    }
  __syncthreads ();
  a[t] = s[t];
  a[t + 128] = s[t + 128];
}
K breadth_first (const int *row, const int *col, int *dist, int n)
{
  __shared__ int more;
  for (int d = 0; ; d++)
    {
      if (threadIdx.x == 0)
	more = 0;
      __syncthreads ();
      for (int v = threadIdx.x; v < n; v += blockDim.x)
	if (atomicAdd (&dist[v], 0) == d)
	  for (int k = row[v]; k < row[v + 1]; k++)
	    if (atomicCAS (&dist[col[k]], -1, d + 1) == -1)
	      atomicExch (&more, 1);
      __syncthreads ();
      int go = more;
      __syncthreads ();
      if (!go)
	break;
    }
}
K hash_insert (const u32 *keys, u32 *table, u32 *count)
{
  u32 k = keys[TID], h = k * 2654435761u % 1024;
  for (;;)
    {
      u32 old = atomicCAS (&table[h], 0, k);
      if (old == 0)
	atomicAdd (count, 1);
      if (old == 0 || old == k)
	break;
      h = (h + 1) % 1024;
    }
}
K life (const unsigned char *a, unsigned char *b, int n)
{
  int x = TID % n, y = TID / n, c = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      if (i || j)
	c += a[(y + j + n) % n * n + (x + i + n) % n];
  b[y * n + x] = c == 3 || (c == 2 && a[y * n + x]);
}
K bits (const u32 *a, u32 *out)
{
  u32 v = a[TID], r = __popc (v);
  r = r * 31 + __clz (v);
  r = r * 31 + __ffs (v);
  r = r * 31 + __brev (v);
  r = r * 31 + __byte_perm (v, ~v, 0x3614);
  r = r * 31 + __umulhi (v, 0x9e3779b9);
  r = r * 31 + __usad (v, 77, 5);
  r = r * 31 + __funnelshift_l (v, ~v, 7);
  r = r * 31 + __dp4a (v, 0x01020304u, 9u);
  r = r * 31 + __vadd4 (v, 0x01010101);
  r = r * 31 + __vmaxu4 (v, 0x40404040);
  out[TID] = r;
}
K wide (const u64 *a, u64 *out)
{
  u64 v = a[TID];
  unsigned __int128 w = (unsigned __int128) v * (v | 1) + 12345;
  out[TID] = v / 1000003 + v % 77 + (u64) ((long long) v / -13) + __umul64hi (v, v) + (u64) (w >> 64) + (u64) (w / 10);
}
K math_double (const double *a, double *out)
{
  double v = a[TID];
  out[TID] = sin (v) + exp (v * 0.1) + log (v + 2) + pow (v + 1, 1.7) + sqrt (v) + atan2 (v, 3.0) + erf (v) + cbrt (v)
	     + tgamma (v * 0.3 + 1) + fmod (v * 7, 1.3);
}
K math_float (const float *a, float *out)
{
  float v = a[TID];
  out[TID] = sinf (v) + expf (v * 0.1f) + logf (v + 2) + powf (v + 1, 1.7f) + sqrtf (v) + tanhf (v) + rsqrtf (v + 1)
	     + __expf (v * 0.1f) + __sinf (v) + __logf (v + 1);
}
K own_barrier (int *a, u32 *arrived, int n)
{
  for (int k = 0; k < n; k++)
    {
      a[k * gridDim.x + blockIdx.x] = k ? a[(k - 1) * gridDim.x + (blockIdx.x + 1) % gridDim.x] + 1 : blockIdx.x;
      __threadfence ();
      atomicAdd (arrived, 1);
      while (atomicAdd (arrived, 0) < gridDim.x * (k + 1))
	__nanosleep (20);
      __threadfence ();
    }
}
K edit_distance (const char *a, const char *b, int *d, int n)
{
  for (int s = 0; s <= 2 * n; s++)
    {
      for (int i = threadIdx.x; i <= n; i += blockDim.x)
	{
	  int j = s - i;
	  if (j < 0 || j > n)
	    continue;
	  int v = i ? j ? d[(i - 1) * (n + 1) + j - 1] + (a[i - 1] != b[j - 1]) : i : j;
	  if (i && j)
	    v = min (v, min (d[(i - 1) * (n + 1) + j], d[i * (n + 1) + j - 1]) + 1);
	  d[i * (n + 1) + j] = v;
	}
      __syncthreads ();
    }
}
K shortest_paths (int *d, int n)
{
  for (int k = 0; k < n; k++)
    {
      for (int i = threadIdx.x; i < n * n; i += blockDim.x)
	{
	  int v = d[i / n * n + k] + d[k * n + i % n];
	  if (i / n != k && i % n != k && v < d[i])
	    d[i] = v;
	}
      __syncthreads ();
    }
}
K crc (const unsigned char *a, u32 *out, int n)
{
  u32 c = ~0u;
  for (int i = 0; i < n; i++)
    {
      c ^= a[TID * n + i];
      for (int k = 0; k < 8; k++)
	c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
    }
  out[TID] = ~c;
}
K block_histogram (const unsigned char *a, u32 *out)
{
  typedef cub::BlockHistogram<unsigned char, 64, 4, 16> H;
  __shared__ typename H::TempStorage t;
  __shared__ u32 h[16];
  unsigned char v[4];
  for (int i = 0; i < 4; i++)
    v[i] = a[threadIdx.x * 4 + i] % 16;
  H (t).Histogram (v, h);
  __syncthreads ();
  if (threadIdx.x < 16)
    out[threadIdx.x] = h[threadIdx.x];
}
K tile_transpose (const int *a, int *out)
{
  int lane = threadIdx.x, v[4], w[4];
  for (int i = 0; i < 4; i++)
    v[i] = a[i * 4 + lane % 4];
  for (int i = 0; i < 4; i++)
    {
      int x = lane % 4 ^ i;
      int s = x == 0 ? v[0] : x == 1 ? v[1] : x == 2 ? v[2] : v[3];
      int g = __shfl_xor_sync (~0u, s, i, 4);
      w[x] = g;
    }
  for (int i = 0; i < 4; i++)
    out[(lane % 4) * 4 + i] = w[i];
}
