/* SPDX-License-Identifier: MIT */
/* Programs with one defect each: planted NAME 1 has it, at a line marked `NAME KIND' in a
   comment; planted NAME 0 is right.  With no argument: prints the names.

   streams-unordered race: told of the two launches, and so are
   no-event race, graph-unordered race, copy-unordered race; mbarrier-count sync is told in
   a header of CUDA.  */
#include "check.h"
#include <cstring>
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init

enum { N = 256 };
static int host[N];

static int *
device_ints (bool set = true)
{
  int *d;
  CUDA (cudaMalloc (&d, N * sizeof *d));
  if (set)
    CUDA (cudaMemset (d, 0, N * sizeof *d));
  return d;
}

__global__ void
plus_one (int *x)
{
  x[blockIdx.x * blockDim.x + threadIdx.x] += 1;	/* use-after-free memory */
}

static void
use_after_free (bool bad)
{
  int *d = device_ints ();
  if (bad)
    CUDA (cudaFree (d));
  plus_one<<<1, N>>> (d);
  CUDA (cudaDeviceSynchronize ());
  if (!bad)
    CUDA (cudaFree (d));
}

__global__ void
copy_row (const int *in, int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    out[i] = in[i];	/* off-by-one memory, host-pointer memory */
}

static void
off_by_one (bool bad)
{
  int *a = device_ints (), *b = device_ints ();
  copy_row<<<2, N>>> (a, b, bad ? N : N - 1);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

__global__ void
sum_all (const int *in, int *out)
{
  atomicAdd (out, in[threadIdx.x]);	/* never-copied init, half-copied init, null-pointer memory */
}

static void
never_copied (bool bad)
{
  int *a = device_ints (false), *b = device_ints ();
  if (!bad)
    CUDA (cudaMemcpy (a, host, sizeof host, cudaMemcpyHostToDevice));
  sum_all<<<1, N>>> (a, b);
  CUDA (cudaMemcpy (host, b, sizeof (int), cudaMemcpyDeviceToHost));
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

static void
half_copied (bool bad)
{
  int *a = device_ints (false), *b = device_ints ();
  /* A count of elements where one of bytes is wanted.  */
  CUDA (cudaMemcpy (a, host, bad ? N : N * sizeof (int), cudaMemcpyHostToDevice));
  sum_all<<<1, N>>> (a, b);
  CUDA (cudaMemcpy (host, b, sizeof (int), cudaMemcpyDeviceToHost));
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

static void
streams_unordered (bool bad)
{
  int *d = device_ints ();
  cudaStream_t s, t;
  CUDA (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CUDA (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CUDA (cudaDeviceSynchronize ());
  plus_one<<<1, N, 0, s>>> (d);
  plus_one<<<1, N, 0, bad ? t : s>>> (d);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaStreamDestroy (s));
  CUDA (cudaStreamDestroy (t));
  CUDA (cudaFree (d));
}

static void
no_event (bool bad)
{
  int *d = device_ints ();
  cudaStream_t s, t;
  cudaEvent_t e;
  CUDA (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CUDA (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CUDA (cudaEventCreate (&e));
  CUDA (cudaDeviceSynchronize ());
  plus_one<<<1, N, 0, s>>> (d);
  CUDA (cudaEventRecord (e, s));
  if (!bad)
    CUDA (cudaStreamWaitEvent (t, e, 0));
  plus_one<<<1, N, 0, t>>> (d);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaStreamDestroy (s));
  CUDA (cudaStreamDestroy (t));
  CUDA (cudaEventDestroy (e));
  CUDA (cudaFree (d));
}

template <bool BAD> __global__ void
reverse (int *x)
{
  __shared__ int s[N];
  s[threadIdx.x] = x[threadIdx.x];	/* no-syncthreads race */
  if (!BAD)
    __syncthreads ();
  x[threadIdx.x] = s[N - 1 - threadIdx.x];	/* no-syncthreads race */
}

static void
no_syncthreads (bool bad)
{
  int *d = device_ints ();
  bad ? reverse<true><<<1, N>>> (d) : reverse<false><<<1, N>>> (d);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (d));
}

template <bool BAD> __global__ void
divergent (int *x)
{
  if (BAD && threadIdx.x < 32)
    return;
  if (!BAD || threadIdx.x < 200)
    __syncthreads ();	/* divergent-barrier sync */
  x[threadIdx.x] = 1;
}

static void
divergent_barrier (bool bad)
{
  int *d = device_ints ();
  bad ? divergent<true><<<1, N>>> (d) : divergent<false><<<1, N>>> (d);
  cudaDeviceSynchronize ();
  if (!bad)
    CUDA (cudaFree (d));
}

template <bool BAD> __global__ void
count_bins (const int *x, int *bins)
{
  if (BAD)
    bins[x[threadIdx.x] & 7]++;	/* no-atomic race */
  else
    atomicAdd (&bins[x[threadIdx.x] & 7], 1);
}

static void
no_atomic (bool bad)
{
  int *a = device_ints (), *b = device_ints ();
  bad ? count_bins<true><<<2, N / 2>>> (a, b) : count_bins<false><<<2, N / 2>>> (a, b);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

template <bool BAD> __global__ void
staged (const int4 *in, int4 *out)
{
  __shared__ int4 s[N / 4];
  __pipeline_memcpy_async (&s[threadIdx.x], &in[threadIdx.x], sizeof *s);
  __pipeline_commit ();
  if (!BAD)
    __pipeline_wait_prior (0);
  out[threadIdx.x] = s[threadIdx.x];	/* no-cp-async-wait async */
}

static void
no_cp_async_wait (bool bad)
{
  int *a = device_ints (), *b = device_ints ();
  bad ? staged<true><<<1, N / 4>>> ((int4 *) a, (int4 *) b) : staged<false><<<1, N / 4>>> ((int4 *) a, (int4 *) b);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

template <bool BAD> __global__ void
bulk (const int *in, int *out)
{
  __shared__ alignas (16) int s[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init (&bar, blockDim.x + BAD);	/* one arrival more is expected */
  __syncthreads ();
  if (threadIdx.x == 0)
    cuda::memcpy_async (s, in, cuda::aligned_size_t<16> (sizeof s), bar);
  bar.arrive_and_wait ();
  out[threadIdx.x] = s[threadIdx.x];
}

static void
mbarrier_count (bool bad)
{
  int *a = device_ints (), *b = device_ints ();
  bad ? bulk<true><<<1, N>>> (a, b) : bulk<false><<<1, N>>> (a, b);
  cudaDeviceSynchronize ();
  if (bad)
    return;
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

template <bool BAD> __global__ void
halves (int *x)
{
  cg::grid_group g = cg::this_grid ();
  x[g.thread_rank ()] = 1;	/* no-grid-sync race */
  if (!BAD)
    g.sync ();
  x[N + g.thread_rank ()] = x[N - 1 - g.thread_rank ()];	/* no-grid-sync race */
}

static void
no_grid_sync (bool bad)
{
  int *d;
  CUDA (cudaMalloc (&d, 2 * N * sizeof *d));
  CUDA (cudaMemset (d, 0, 2 * N * sizeof *d));
  void *args[] = { &d };
  CUDA (cudaLaunchCooperativeKernel (bad ? halves<true> : halves<false>, 2, N / 2, args));
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (d));
}

template <bool BAD> __global__ void
shared_sum (int *out)
{
  __shared__ int total;
  if (!BAD && threadIdx.x == 0)
    total = 0;
  __syncthreads ();
  atomicAdd (&total, threadIdx.x);	/* shared-unset init */
  __syncthreads ();
  if (threadIdx.x == 0)
    *out = total;
}

static void
shared_unset (bool bad)
{
  int *d = device_ints ();
  bad ? shared_sum<true><<<1, N>>> (d) : shared_sum<false><<<1, N>>> (d);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (d));
}

__global__ void
wide (int4 *x)
{
  x[threadIdx.x] = make_int4 (1, 2, 3, 4);	/* misaligned memory */
}

static void
misaligned (bool bad)
{
  int *d = device_ints ();
  wide<<<1, 32>>> ((int4 *) (d + bad));
  MUST (cudaDeviceSynchronize () == (bad ? cudaErrorMisalignedAddress : cudaSuccess));
  MUST (cudaGetLastError () == (bad ? cudaErrorMisalignedAddress : cudaSuccess));
  MUST (cudaFree (d) == (bad ? cudaErrorMisalignedAddress : cudaSuccess));
}

__global__ void
checked (const int *x)
{
  if (x[threadIdx.x] == 7)
    __trap ();	/* trapped program */
}

static void
trapped (bool bad)
{
  int *d = device_ints ();
  host[3] = bad ? 7 : 0;
  CUDA (cudaMemcpy (d, host, sizeof host, cudaMemcpyHostToDevice));
  checked<<<1, N>>> (d);
  MUST (cudaDeviceSynchronize () == (bad ? cudaErrorLaunchFailure : cudaSuccess));
  if (!bad)
    CUDA (cudaFree (d));
}

#undef NDEBUG
#include <cassert>

__global__ void
asserted (const int *x)
{
  assert (x[threadIdx.x] != 7);	/* failed-assert program */
}

static void
failed_assert (bool bad)
{
  int *d = device_ints ();
  host[3] = bad ? 7 : 0;
  CUDA (cudaMemcpy (d, host, sizeof host, cudaMemcpyHostToDevice));
  asserted<<<1, N>>> (d);
  MUST (cudaDeviceSynchronize () == (bad ? cudaErrorAssert : cudaSuccess));
  if (!bad)
    CUDA (cudaFree (d));
}

static void
null_pointer (bool bad)
{
  int *a = device_ints (), *b = device_ints ();
  sum_all<<<1, N>>> (a, bad ? NULL : b);
  cudaDeviceSynchronize ();
  if (bad)
    return;
  CUDA (cudaFree (a));
  CUDA (cudaFree (b));
}

static void
host_pointer (bool bad)
{
  int *d = device_ints (), *plain = (int *) calloc (N, sizeof *plain);
  copy_row<<<1, N>>> (bad ? plain : d, d, N - 1);
  cudaDeviceSynchronize ();
  if (!bad)
    CUDA (cudaFree (d));
  free (plain);
}

template <bool BAD> __global__ void
publish (int *data, volatile int *flag, int *out)
{
  if (blockIdx.x == 0)
    {
      data[threadIdx.x] = threadIdx.x;	/* no-threadfence race */
      __syncthreads ();
      if (!BAD)
	__threadfence ();
      if (threadIdx.x == 0)
	atomicExch ((int *) flag, 1);
    }
  else
    {
      if (threadIdx.x == 0)
	while (atomicAdd ((int *) flag, 0) == 0)
	  ;
      if (!BAD)
	__threadfence ();
      __syncthreads ();
      out[threadIdx.x] = data[threadIdx.x];	/* no-threadfence race */
    }
}

static void
no_threadfence (bool bad)
{
  int *d = device_ints (), *flag = device_ints (), *out = device_ints ();
  bad ? publish<true><<<2, 64>>> (d, flag, out) : publish<false><<<2, 64>>> (d, flag, out);
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaFree (d));
  CUDA (cudaFree (flag));
  CUDA (cudaFree (out));
}

template <bool BAD> __global__ void
warp_sum (int *x)
{
  int v = x[threadIdx.x];
  if (threadIdx.x < 16)
    v += __shfl_down_sync (BAD ? 0xffffffff : 0xffff, v, 8);	/* wrong-mask sync */
  x[threadIdx.x] = v;
}

static void
wrong_mask (bool bad)
{
  int *d = device_ints ();
  bad ? warp_sum<true><<<1, 32>>> (d) : warp_sum<false><<<1, 32>>> (d);
  cudaDeviceSynchronize ();
  if (!bad)
    CUDA (cudaFree (d));
}

static void
graph_unordered (bool bad)
{
  int *d = device_ints ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t a, b;
  void *args[] = { &d };
  cudaKernelNodeParams p = {};
  p.func = (void *) plus_one;
  p.gridDim = 1;
  p.blockDim = N;
  p.kernelParams = args;
  CUDA (cudaGraphCreate (&g, 0));
  CUDA (cudaGraphAddKernelNode (&a, g, NULL, 0, &p));
  CUDA (cudaGraphAddKernelNode (&b, g, &a, !bad, &p));
  CUDA (cudaGraphInstantiate (&x, g, 0));
  CUDA (cudaGraphLaunch (x, 0));
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaGraphExecDestroy (x));
  CUDA (cudaGraphDestroy (g));
  CUDA (cudaFree (d));
}

static void
copy_unordered (bool bad)
{
  int *d = device_ints (), *pinned;
  cudaStream_t s, t;
  CUDA (cudaMallocHost (&pinned, N * sizeof *pinned));
  memset (pinned, 0, N * sizeof *pinned);
  CUDA (cudaStreamCreateWithFlags (&s, cudaStreamNonBlocking));
  CUDA (cudaStreamCreateWithFlags (&t, cudaStreamNonBlocking));
  CUDA (cudaDeviceSynchronize ());
  plus_one<<<1, N, 0, s>>> (d);
  CUDA (cudaMemcpyAsync (pinned, d, N * sizeof *d, cudaMemcpyDeviceToHost, bad ? t : s));
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaStreamDestroy (s));
  CUDA (cudaStreamDestroy (t));
  CUDA (cudaFreeHost (pinned));
  CUDA (cudaFree (d));
}

static const struct { const char *name; void (*run) (bool); } table[] = {
  { "use-after-free", use_after_free }, { "off-by-one", off_by_one }, { "never-copied", never_copied },
  { "half-copied", half_copied }, { "streams-unordered", streams_unordered }, { "no-event", no_event },
  { "no-syncthreads", no_syncthreads }, { "divergent-barrier", divergent_barrier }, { "no-atomic", no_atomic },
  { "no-cp-async-wait", no_cp_async_wait }, { "mbarrier-count", mbarrier_count }, { "no-grid-sync", no_grid_sync },
  { "shared-unset", shared_unset }, { "misaligned", misaligned }, { "trapped", trapped },
  { "failed-assert", failed_assert }, { "null-pointer", null_pointer }, { "host-pointer", host_pointer },
  { "no-threadfence", no_threadfence }, { "wrong-mask", wrong_mask }, { "graph-unordered", graph_unordered },
  { "copy-unordered", copy_unordered }
};

int
main (int argc, char **argv)
{
  for (auto &t : table)
    if (argc < 3)
      puts (t.name);
    else if (!strcmp (t.name, argv[1]))
      t.run (atoi (argv[2]));
  return 0;
}
