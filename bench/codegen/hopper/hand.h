/* SPDX-License-Identifier: MIT */
/* What the kernels by hand of this folder share: PTX of sm_90a, one function an instruction; and for their mains,
   tensor maps, and products of bf16 against plain C.  */
#include "../../../testsuite/cudart/check.h"
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstring>
#include <vector>

static __device__ __forceinline__ uint32_t
address (const void *p)
{
  return (uint32_t) __cvta_generic_to_shared (p);
}
static __device__ __forceinline__ void
wait (uint64_t *barrier, uint32_t parity)
{
  asm volatile ("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }"
		:: "r" (address (barrier)), "r" (parity) : "memory");
}
static __device__ __forceinline__ void
init (uint64_t *barrier, uint32_t count)
{
  asm volatile ("mbarrier.init.shared.b64 [%0], %1;" :: "r" (address (barrier)), "r" (count) : "memory");
}
/* The barriers of a ring of SLOTS, each of which is full when who fills it has arrived, and empty after RELEASES
   arrivals.  */
static __device__ __forceinline__ void
init_ring (uint64_t *full, uint64_t *empty, int slots, uint32_t releases)
{
  for (int i = 0; i < slots; i++)
    {
      init (full + i, 1);
      init (empty + i, releases);
    }
}
static __device__ __forceinline__ void
fence_init ()
{
  asm volatile ("fence.mbarrier_init.release.cluster;" ::: "memory");
}
static __device__ __forceinline__ void
arrive (uint64_t *barrier)
{
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" :: "r" (address (barrier)) : "memory");
}
/* At BARRIER's place in block RANK of the cluster.  */
static __device__ __forceinline__ void
arrive_at (uint64_t *barrier, uint32_t rank)
{
  asm volatile ("{ .reg .b32 r; mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [r]; }"
		:: "r" (address (barrier)), "r" (rank) : "memory");
}
static __device__ __forceinline__ void
expect (uint64_t *barrier, uint32_t bytes)
{
  asm volatile ("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r" (address (barrier)), "r" (bytes) : "memory");
}
static __device__ __forceinline__ void
load (void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
  asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
		:: "r" (address (to)), "l" (map), "r" (address (barrier)), "r" (x), "r" (y) : "memory");
}
static __device__ __forceinline__ void
load_multicast (void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y, uint16_t ranks)
{
  asm volatile ("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;"
		:: "r" (address (to)), "l" (map), "r" (address (barrier)), "r" (x), "r" (y), "h" (ranks) : "memory");
}
static __device__ __forceinline__ void
store (const CUtensorMap *map, const void *from, int x, int y)
{
  asm volatile ("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];"
		:: "l" (map), "r" (address (from)), "r" (x), "r" (y) : "memory");
}
/* The warpgroup's number, which ptxas then takes for the warp's.  */
static __device__ __forceinline__ int
warpgroup ()
{
  return __shfl_sync (0xffffffff, threadIdx.x / 128, 0);
}
static __device__ __forceinline__ int
warp ()
{
  return __shfl_sync (0xffffffff, threadIdx.x / 32, 0);
}
/* Whether this is the one of the warp's threads that the machine picks, the same each time.  */
static __device__ __forceinline__ bool
elected ()
{
  uint32_t r;
  asm volatile ("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r" (r));
  return r;
}
static __device__ __forceinline__ uint32_t
cluster_rank ()
{
  uint32_t r;
  asm ("mov.u32 %0, %%cluster_ctarank;" : "=r" (r));
  return r;
}
static __device__ __forceinline__ void
cluster_sync ()
{
  asm volatile ("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
static __device__ __forceinline__ void
wgmma_fence ()
{
  asm volatile ("wgmma.fence.sync.aligned;" ::: "memory");
}
static __device__ __forceinline__ void
wgmma_commit ()
{
  asm volatile ("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/* Until at most N groups are under way.  */
template <int N>
static __device__ __forceinline__ void
wgmma_wait ()
{
  asm volatile ("wgmma.wait_group.sync.aligned %0;" :: "n" (N) : "memory");
}
/* All that was stored is sent; until at most N stores have not read what they send.  */
static __device__ __forceinline__ void
store_commit ()
{
  asm volatile ("cp.async.bulk.commit_group;" ::: "memory");
}
template <int N>
static __device__ __forceinline__ void
store_wait_read ()
{
  asm volatile ("cp.async.bulk.wait_group.read %0;" :: "n" (N) : "memory");
}
static __device__ __forceinline__ void
store_wait_all ()
{
  asm volatile ("cp.async.bulk.wait_group 0;" ::: "memory");
}
static __device__ __forceinline__ void
fence_async ()
{
  asm volatile ("fence.proxy.async.shared::cta;" ::: "memory");
}
/* Named barriers, of THREADS threads: those that wait and those that only arrive.  */
static __device__ __forceinline__ void
barrier_sync (int barrier, int threads)
{
  asm volatile ("bar.sync %0, %1;" :: "r" (barrier), "r" (threads) : "memory");
}
static __device__ __forceinline__ void
barrier_arrive (int barrier, int threads)
{
  asm volatile ("bar.arrive %0, %1;" :: "r" (barrier), "r" (threads) : "memory");
}
template <int N>
static __device__ __forceinline__ void
registers_more ()
{
  asm volatile ("setmaxnreg.inc.sync.aligned.u32 %0;" :: "n" (N));
}
template <int N>
static __device__ __forceinline__ void
registers_fewer ()
{
  asm volatile ("setmaxnreg.dec.sync.aligned.u32 %0;" :: "n" (N));
}
/* The low half of a descriptor of a tile whose rows of 128 bytes lie along K, swizzled; the high half is the same of
   all, as is said in product ().  */
static __device__ __forceinline__ uint32_t
descriptor (const void *p)
{
  return (address (p) & 0x3ffff) >> 4;
}
/* Elements of D from I on as operands of asm, and what stands for them, the first of all.  */
#define D8(d, i) \
  "+f" (d[i]), "+f" (d[i + 1]), "+f" (d[i + 2]), "+f" (d[i + 3]), "+f" (d[i + 4]), "+f" (d[i + 5]), "+f" (d[i + 6]), "+f" (d[i + 7])
#define D32(d, i) D8 (d, i), D8 (d, i + 8), D8 (d, i + 16), D8 (d, i + 24)
#define D64(d, i) D32 (d, i), D32 (d, i + 32)
#define P32 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define P64 \
  P32 ", " \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define P128 \
  P64 ", " \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, " \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"

/* D += A B of 16 along K, of tiles with descriptors A and B.  */
static __device__ __forceinline__ void
product (float (&d)[128], uint32_t a, uint32_t b)
{
  asm volatile ("{ .reg .b64 a, b; mov.b64 a, {%128, 0x40000040}; mov.b64 b, {%129, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" P128 "}, a, b, 1, 1, 1, 0, 0; }"
		: D64 (d, 0), D64 (d, 64)
		: "r" (a), "r" (b));
}
static __device__ __forceinline__ void
product (float (&d)[64], uint32_t a, uint32_t b)
{
  asm volatile ("{ .reg .b64 a, b; mov.b64 a, {%64, 0x40000040}; mov.b64 b, {%65, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" P64 "}, a, b, 1, 1, 1, 0, 0; }"
		: D64 (d, 0)
		: "r" (a), "r" (b));
}
/* D = A B if not ADD, else D += A B.  */
template <int ADD>
static __device__ __forceinline__ void
product (float (&d)[32], uint32_t a, uint32_t b)
{
  asm volatile ("{ .reg .b64 a, b; .reg .pred p; setp.ne.u32 p, %34, 0; mov.b64 a, {%32, 0x40000040}; mov.b64 b, {%33, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" P32 "}, a, b, p, 1, 1, 0, 0; }"
		: D32 (d, 0)
		: "r" (a), "r" (b), "n" (ADD));
}
/* The same of e4m3, 32 along K.  */
template <int ADD>
static __device__ __forceinline__ void
product_e4m3 (float (&d)[64], uint32_t a, uint32_t b)
{
  asm volatile ("{ .reg .b64 a, b; .reg .pred p; setp.ne.u32 p, %66, 0; mov.b64 a, {%64, 0x40000040}; mov.b64 b, {%65, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" P64 "}, a, b, p, 1, 1; }"
		: D64 (d, 0)
		: "r" (a), "r" (b), "n" (ADD));
}
/* D += A B, with A in registers, and B of rows of 128 bytes along N.  */
static __device__ __forceinline__ void
product_turned (float (&d)[64], const uint32_t (&a)[4], uint32_t b)
{
  asm volatile ("{ .reg .b64 b; mov.b64 b, {%68, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" P64 "}, {%64, %65, %66, %67}, b, 1, 1, 1, 1; }"
		: D64 (d, 0)
		: "r" (a[0]), "r" (a[1]), "r" (a[2]), "r" (a[3]), "r" (b));
}
/* After a wait for products: so nothing that reads D comes before it.  */
static __device__ __forceinline__ void
settled (float (&d)[128])
{
  asm volatile ("" : D64 (d, 0), D64 (d, 64)::"memory");
}
static __device__ __forceinline__ void
settled (float (&d)[64])
{
  asm volatile ("" : D64 (d, 0)::"memory");
}
static __device__ __forceinline__ void
settled (float (&d)[32])
{
  asm volatile ("" : D32 (d, 0)::"memory");
}
static __device__ __forceinline__ uint32_t
pair (float low, float high)
{
  uint32_t v;
  asm ("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r" (v) : "f" (low), "f" (high));
  return v;
}

static __device__ __forceinline__ float
power_of_two (float x)
{
  float y;
  asm ("ex2.approx.ftz.f32 %0, %1;" : "=f" (y) : "f" (x));
  return y;
}
/* Puts D, 64 x 128, as bf16 into TO: two tiles of rows of 128 bytes, swizzled; THREAD is the thread's number of 128.  */
static __device__ __forceinline__ void
put (uint8_t *to, const float (&d)[64], int thread)
{
  int row = thread / 32 * 16 + thread % 16;
#pragma unroll
  for (int j = 0; j < 8; j++)
    {
      int x = j % 4 * 2 + thread % 32 / 16;
      asm volatile ("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
		    :: "r" (address (to + j / 4 * 64 * 128 + row * 128 + (x ^ row % 8) * 16)), "r" (pair (d[j * 8], d[j * 8 + 1])),
		    "r" (pair (d[j * 8 + 2], d[j * 8 + 3])), "r" (pair (d[j * 8 + 4], d[j * 8 + 5])),
		    "r" (pair (d[j * 8 + 6], d[j * 8 + 7]))
		    : "memory");
    }
}

/* COUNT elements of the device's memory; FROM NULL: not initialized.  */
template <typename T>
static T *
device (const T *from, size_t count)
{
  T *p;
  CUDA (cudaMalloc (&p, count * sizeof *p));
  if (from)
    CUDA (cudaMemcpy (p, from, count * sizeof *p, cudaMemcpyHostToDevice));
  return p;
}

/* Of the matrix P, ROWS x COLUMNS, of bf16 or of bytes, boxes of HIGH rows of 128 bytes, swizzled.  */
template <typename T>
static CUtensorMap
map_of (T *p, int rows, int columns, int high)
{
  const CUtensorMapDataType type = sizeof (T) == 1 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  static void *encode;
  cudaDriverEntryPointQueryResult status;
  if (!encode)
    CUDA (cudaGetDriverEntryPointByVersion ("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &status));
  CUtensorMap map;
  cuuint64_t size[] = { (cuuint64_t) columns, (cuuint64_t) rows }, stride[] = { (cuuint64_t) columns * sizeof (T) };
  cuuint32_t box[] = { 128 / sizeof (T), (cuuint32_t) high }, step[] = { 1, 1 };
  if (((decltype (&cuTensorMapEncodeTiled)) encode) (&map, type, 2, p, size, stride, box, step,
						     CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
						     CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
						     CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    {
      printf ("no tensor map of %d x %d\n", rows, columns);
      exit (1);
    }
  return map;
}

static uint16_t
to_bf16 (float v)
{
  uint32_t u;
  memcpy (&u, &v, 4);
  return (u + 0x7fff + (u >> 16 & 1)) >> 16;
}
static float
from_bf16 (uint16_t v)
{
  uint32_t u = (uint32_t) v << 16;
  float f;
  memcpy (&f, &u, 4);
  return f;
}

static unsigned
next_random ()
{
  static unsigned state = 1;
  return next_random (&state);
}

/* C = A B^T of M x N x K by LAUNCH (A, B, C, M, N, K) against plain C; small integers, so that sums are exact.  */
template <typename Launch>
static void
try_product (Launch launch, int m, int n, int k)
{
  std::vector<uint16_t> a (m * k), b (n * k), c (m * n);
  for (uint16_t &x : a)
    x = to_bf16 (next_random () % 2);
  for (uint16_t &x : b)
    x = to_bf16 (next_random () % 4 == 0);
  uint16_t *da = device (a.data (), a.size ()), *db = device (b.data (), b.size ()), *dc = device<uint16_t> (NULL, c.size ());
  launch (da, db, dc, m, n, k);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpy (c.data (), dc, c.size () * 2, cudaMemcpyDeviceToHost));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
	int want = 0;
	for (int l = 0; l < k; l++)
	  want += a[i * k + l] && b[j * k + l];
	if (c[i * n + j] != to_bf16 (want))
	  {
	    printf ("%d x %d x %d: c[%d][%d] is %g, not %d\n", m, n, k, i, j, from_bf16 (c[i * n + j]), want);
	    exit (1);
	  }
      }
  CUDA (cudaFree (da));
  CUDA (cudaFree (db));
  CUDA (cudaFree (dc));
}
