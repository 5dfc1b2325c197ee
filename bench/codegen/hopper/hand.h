/* SPDX-License-Identifier: MIT */
/* What the kernels by hand of this folder share: PTX of sm_90a, one function an instruction; and for their mains,
   tensor maps, and products of bf16 against plain C.  */
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
/* The low half of a descriptor of a tile whose rows of 128 bytes lie along K, swizzled; the high half is the same of
   all, as is said in product ().  */
static __device__ __forceinline__ uint32_t
descriptor (const void *p)
{
  return (address (p) & 0x3ffff) >> 4;
}
static __device__ __forceinline__ void
product (float (&d)[128], uint32_t a, uint32_t b)
{
  asm volatile ("{ .reg .b64 a, b; mov.b64 a, {%128, 0x40000040}; mov.b64 b, {%129, 0x40000040}; "
		"wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
		"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
		"%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
		"%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
		"%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
		"%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
		"%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
		"%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
		"%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
		"a, b, 1, 1, 1, 0, 0; }"
		: "+f" (d[0]), "+f" (d[1]), "+f" (d[2]), "+f" (d[3]), "+f" (d[4]), "+f" (d[5]), "+f" (d[6]), "+f" (d[7]),
		  "+f" (d[8]), "+f" (d[9]), "+f" (d[10]), "+f" (d[11]), "+f" (d[12]), "+f" (d[13]), "+f" (d[14]), "+f" (d[15]),
		  "+f" (d[16]), "+f" (d[17]), "+f" (d[18]), "+f" (d[19]), "+f" (d[20]), "+f" (d[21]), "+f" (d[22]), "+f" (d[23]),
		  "+f" (d[24]), "+f" (d[25]), "+f" (d[26]), "+f" (d[27]), "+f" (d[28]), "+f" (d[29]), "+f" (d[30]), "+f" (d[31]),
		  "+f" (d[32]), "+f" (d[33]), "+f" (d[34]), "+f" (d[35]), "+f" (d[36]), "+f" (d[37]), "+f" (d[38]), "+f" (d[39]),
		  "+f" (d[40]), "+f" (d[41]), "+f" (d[42]), "+f" (d[43]), "+f" (d[44]), "+f" (d[45]), "+f" (d[46]), "+f" (d[47]),
		  "+f" (d[48]), "+f" (d[49]), "+f" (d[50]), "+f" (d[51]), "+f" (d[52]), "+f" (d[53]), "+f" (d[54]), "+f" (d[55]),
		  "+f" (d[56]), "+f" (d[57]), "+f" (d[58]), "+f" (d[59]), "+f" (d[60]), "+f" (d[61]), "+f" (d[62]), "+f" (d[63]),
		  "+f" (d[64]), "+f" (d[65]), "+f" (d[66]), "+f" (d[67]), "+f" (d[68]), "+f" (d[69]), "+f" (d[70]), "+f" (d[71]),
		  "+f" (d[72]), "+f" (d[73]), "+f" (d[74]), "+f" (d[75]), "+f" (d[76]), "+f" (d[77]), "+f" (d[78]), "+f" (d[79]),
		  "+f" (d[80]), "+f" (d[81]), "+f" (d[82]), "+f" (d[83]), "+f" (d[84]), "+f" (d[85]), "+f" (d[86]), "+f" (d[87]),
		  "+f" (d[88]), "+f" (d[89]), "+f" (d[90]), "+f" (d[91]), "+f" (d[92]), "+f" (d[93]), "+f" (d[94]), "+f" (d[95]),
		  "+f" (d[96]), "+f" (d[97]), "+f" (d[98]), "+f" (d[99]), "+f" (d[100]), "+f" (d[101]), "+f" (d[102]), "+f" (d[103]),
		  "+f" (d[104]), "+f" (d[105]), "+f" (d[106]), "+f" (d[107]), "+f" (d[108]), "+f" (d[109]), "+f" (d[110]), "+f" (d[111]),
		  "+f" (d[112]), "+f" (d[113]), "+f" (d[114]), "+f" (d[115]), "+f" (d[116]), "+f" (d[117]), "+f" (d[118]), "+f" (d[119]),
		  "+f" (d[120]), "+f" (d[121]), "+f" (d[122]), "+f" (d[123]), "+f" (d[124]), "+f" (d[125]), "+f" (d[126]), "+f" (d[127])
		: "r" (a), "r" (b));
}
static __device__ __forceinline__ uint32_t
pair (float low, float high)
{
  uint32_t v;
  asm ("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r" (v) : "f" (low), "f" (high));
  return v;
}

#define CUDA(call) \
  do \
    { \
      cudaError_t e_ = (call); \
      if (e_ != cudaSuccess) \
	{ \
	  printf ("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName (e_)); \
	  exit (1); \
	} \
    } \
  while (0)

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

/* Of the matrix P of bf16, ROWS x COLUMNS, boxes of HIGH rows of 128 bytes, swizzled.  */
static CUtensorMap
map_of (void *p, int rows, int columns, int high)
{
  static void *encode;
  cudaDriverEntryPointQueryResult status;
  if (!encode)
    CUDA (cudaGetDriverEntryPointByVersion ("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &status));
  CUtensorMap map;
  cuuint64_t size[] = { (cuuint64_t) columns, (cuuint64_t) rows }, stride[] = { (cuuint64_t) columns * 2 };
  cuuint32_t box[] = { 64, (cuuint32_t) high }, step[] = { 1, 1 };
  if (((decltype (&cuTensorMapEncodeTiled)) encode) (&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, p, size, stride, box, step,
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
  state = state * 1664525u + 1013904223u;
  return state >> 8;
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
