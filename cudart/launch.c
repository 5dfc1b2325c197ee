/* SPDX-License-Identifier: MIT */
/* Launches, functions, occupancy.  */
#include "cudart/cudart.h"

#include <string.h>

/* ---- kernel <<<grid, block, shared, stream>>> (...) ---- */

/* Most configurations that are pushed and not yet popped: the arguments of a kernel may contain
   calls that launch kernels.  */
enum
{
  DEPTH = 32
};
static _Thread_local struct
{
  dim3 grid, block;
  size_t shared;
  CUstream stream;
} pushed[DEPTH];
static _Thread_local unsigned depth;
static _Thread_local bool by_stub; /* the next launch is by nvcc's stub, which ignores its error */

EXPORT unsigned __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared, CUstream stream);
unsigned
__cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared, CUstream stream)
{
  if (depth == DEPTH)
    return (unsigned) rt_seen (cudaErrorMissingConfiguration);
  pushed[depth].grid = grid;
  pushed[depth].block = block;
  pushed[depth].shared = shared;
  pushed[depth++].stream = stream;
  return 0;
}

EXPORT cudaError_t __cudaPopCallConfiguration (dim3 *grid, dim3 *block, size_t *shared,
					       void *stream);
cudaError_t
__cudaPopCallConfiguration (dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
  if (!depth)
    return rt_seen (cudaErrorMissingConfiguration);
  depth--;
  by_stub = true;
  *grid = pushed[depth].grid;
  *block = pushed[depth].block;
  *shared = pushed[depth].shared;
  *(CUstream *) stream = pushed[depth].stream;
  return cudaSuccess;
}

/* ---- launches ---- */

/* Checks the shape of a launch: the driver has one error for all arguments, the runtime a
   separate one for the shape.  */
static cudaError_t
shape (dim3 g, dim3 b, CUlaunchConfig *cfg, size_t shared, CUstream stream)
{
  static const int which[]
    = { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
	CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
	CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z };
  const unsigned have[] = { g.x, g.y, g.z, b.x, b.y, b.z };
  int most;
  for (int i = 0; i < 6; i++)
    if (!have[i] || cuDeviceGetAttribute (&most, (CUdevice_attribute) which[i], 0)
	|| have[i] > (unsigned) most)
      return cudaErrorInvalidConfiguration;
  if (cuDeviceGetAttribute (&most, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0)
      || (uint64_t) b.x * b.y * b.z > (uint64_t) most)
    return cudaErrorInvalidConfiguration;
  if (shared > UINT32_MAX)
    return cudaErrorInvalidValue;
  *cfg = (CUlaunchConfig){ .gridDimX = g.x,
			   .gridDimY = g.y,
			   .gridDimZ = g.z,
			   .blockDimX = b.x,
			   .blockDimY = b.y,
			   .blockDimZ = b.z,
			   .sharedMemBytes = (unsigned) shared,
			   .hStream = stream };
  return cudaSuccess;
}

static cudaError_t
launch (const void *func, dim3 grid, dim3 block, void **args, size_t shared, CUstream stream,
	CUlaunchAttribute *attrs, unsigned n)
{
  CUlaunchConfig cfg;
  CUfunction f;
  bool stub = by_stub;
  by_stub = false;
  cudaError_t r = rt_kernel (func, &f);
  if (r)
    return r;
  r = shape (grid, block, &cfg, shared, stream);
  if (!r)
    {
      cfg.attrs = attrs;
      cfg.numAttrs = n;
      r = (cudaError_t) cuLaunchKernelEx (&cfg, f, args, NULL);
    }
  const char *name;
  int most = 0;
  if (r && !cuFuncGetName (&name, f)
      && !cuFuncGetAttribute (&most, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f))
    rt_not_launched (r, stub, name, grid, block, shared, most);
  return r;
}

API_STREAM (cudaLaunchKernel, _ptsz, stream,
	    (const void *func, dim3 grid, dim3 block, void **args, size_t shared, CUstream stream),
	    (func, grid, block, args, shared, stream))
{
  return launch (func, grid, block, args, shared, stream, NULL, 0);
}

API_STREAM (__cudaLaunchKernel, _ptsz, stream,
	    (const void *func, dim3 grid, dim3 block, void **args, size_t shared, CUstream stream),
	    (func, grid, block, args, shared, stream))
{
  return launch (func, grid, block, args, shared, stream, NULL, 0);
}

API_STREAM (cudaLaunchCooperativeKernel, _ptsz, stream,
	    (const void *func, dim3 grid, dim3 block, void **args, size_t shared, CUstream stream),
	    (func, grid, block, args, shared, stream))
{
  CUlaunchAttribute a = { .id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1 };
  return launch (func, grid, block, args, shared, stream, &a, 1);
}

static cudaError_t
launch_ex (const cudaLaunchConfig_t *c, const void *func, void **args, bool per_thread)
{
  cudaError_t r = rt_enter ();
  if (!r && !c)
    r = cudaErrorInvalidValue;
  if (!r)
    r = launch (func, c->gridDim, c->blockDim, args, c->dynamicSmemBytes,
		per_thread && !c->stream ? CU_STREAM_PER_THREAD : c->stream, c->attrs, c->numAttrs);
  return rt_seen (r);
}

EXPORT cudaError_t cudaLaunchKernelExC (const cudaLaunchConfig_t *c, const void *func, void **args);
cudaError_t
cudaLaunchKernelExC (const cudaLaunchConfig_t *c, const void *func, void **args)
{
  return launch_ex (c, func, args, false);
}

EXPORT cudaError_t cudaLaunchKernelExC_ptsz (const cudaLaunchConfig_t *c, const void *func,
					     void **args);
cudaError_t
cudaLaunchKernelExC_ptsz (const cudaLaunchConfig_t *c, const void *func, void **args)
{
  return launch_ex (c, func, args, true);
}

/* ---- functions ---- */

/* A function about a kernel that equals the driver's except for how the kernel is named.  */
#define API_KERNEL(name, func, params, args, call) \
  API (name, params, args) \
  { \
    CUfunction f; \
    cudaError_t r = rt_kernel (func, &f); \
    return r ? r : (cudaError_t) call; \
  }

API_KERNEL (cudaFuncSetAttribute, func, (const void *func, int attr, int value),
	    (func, attr, value), cuFuncSetAttribute (f, (CUfunction_attribute) attr, value))
API_KERNEL (cudaFuncSetCacheConfig, func, (const void *func, CUfunc_cache config), (func, config),
	    cuFuncSetCacheConfig (f, config))
API_KERNEL (cudaFuncSetSharedMemConfig, func, (const void *func, CUsharedconfig config),
	    (func, config), cuFuncSetSharedMemConfig (f, config))
API_KERNEL (cudaFuncGetName, func, (const char **name, const void *func), (name, func),
	    cuFuncGetName (name, f))
API_KERNEL (cudaFuncGetParamInfo, func, (const void *func, size_t i, size_t *offset, size_t *size),
	    (func, i, offset, size), cuFuncGetParamInfo (f, i, offset, size))
API_KERNEL (cudaOccupancyMaxActiveBlocksPerMultiprocessor, func,
	    (int *n, const void *func, int block, size_t shared), (n, func, block, shared),
	    cuOccupancyMaxActiveBlocksPerMultiprocessor (n, f, block, shared))
API_KERNEL (cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, func,
	    (int *n, const void *func, int block, size_t shared, unsigned flags),
	    (n, func, block, shared, flags),
	    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (n, f, block, shared, flags))
API_KERNEL (cudaOccupancyAvailableDynamicSMemPerBlock, func,
	    (size_t * size, const void *func, int blocks, int block), (size, func, blocks, block),
	    cuOccupancyAvailableDynamicSMemPerBlock (size, f, blocks, block))

API (cudaKernelSetAttributeForDevice, (CUkernel k, int attr, int value, int device),
     (k, attr, value, device))
{
  CUfunction f;
  cudaError_t r = rt_kernel (k, &f);
  return r	  ? r
	 : device ? cudaErrorInvalidDevice
		  : (cudaError_t) cuFuncSetAttribute (f, (CUfunction_attribute) attr, value);
}

/* Calls the driver's function COUNT for the configuration C of FUNC.  */
static cudaError_t
clusters (int *n, const void *func, const cudaLaunchConfig_t *c,
	  CUresult (*count) (int *, CUfunction, const CUlaunchConfig *))
{
  CUlaunchConfig cfg;
  CUfunction f;
  cudaError_t r = c ? rt_kernel (func, &f) : cudaErrorInvalidValue;
  if (!r)
    r = shape (c->gridDim, c->blockDim, &cfg, c->dynamicSmemBytes, c->stream);
  if (r)
    return r;
  cfg.attrs = c->attrs;
  cfg.numAttrs = c->numAttrs;
  return (cudaError_t) count (n, f, &cfg);
}

API (cudaOccupancyMaxPotentialClusterSize, (int *n, const void *func, const cudaLaunchConfig_t *c),
     (n, func, c))
{
  return clusters (n, func, c, cuOccupancyMaxPotentialClusterSize);
}

API (cudaOccupancyMaxActiveClusters, (int *n, const void *func, const cudaLaunchConfig_t *c),
     (n, func, c))
{
  return clusters (n, func, c, cuOccupancyMaxActiveClusters);
}

API (cudaFuncGetAttributes, (struct cudaFuncAttributes * a, const void *func), (a, func))
{
  int v[CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE + 1] = { 0 };
  CUfunction f;
  cudaError_t r = a ? rt_kernel (func, &f) : cudaErrorInvalidValue;
  for (size_t i = 0; !r && i < sizeof v / sizeof *v; i++)
    r = (cudaError_t) cuFuncGetAttribute (&v[i], (CUfunction_attribute) i, f);
  if (r)
    return r;
  memset (a, 0, sizeof *a);
  a->maxThreadsPerBlock = v[CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK];
  a->sharedSizeBytes = (size_t) v[CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES];
  a->constSizeBytes = (size_t) v[CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES];
  a->localSizeBytes = (size_t) v[CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES];
  a->numRegs = v[CU_FUNC_ATTRIBUTE_NUM_REGS];
  a->ptxVersion = v[CU_FUNC_ATTRIBUTE_PTX_VERSION];
  a->binaryVersion = v[CU_FUNC_ATTRIBUTE_BINARY_VERSION];
  a->cacheModeCA = v[CU_FUNC_ATTRIBUTE_CACHE_MODE_CA];
  a->maxDynamicSharedSizeBytes = v[CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES];
  a->preferredShmemCarveout = v[CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT];
  a->clusterDimMustBeSet = v[CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET];
  a->requiredClusterWidth = v[CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH];
  a->requiredClusterHeight = v[CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT];
  a->requiredClusterDepth = v[CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH];
  a->clusterSchedulingPolicyPreference = v[CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE];
  a->nonPortableClusterSizeAllowed = v[CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED];
  return cudaSuccess;
}

API (cudaGetFuncBySymbol, (CUfunction * function, const void *func), (function, func))
{
  CUfunction f;
  cudaError_t r = function ? rt_kernel (func, &f) : cudaErrorInvalidValue;
  if (!r && cuKernelGetFunction (function, (CUkernel) f))
    *function = f;
  return r;
}

API (cudaGetKernel, (CUkernel * kernel, const void *func), (kernel, func))
{
  CUfunction f;
  cudaError_t r = kernel ? rt_kernel (func, &f) : cudaErrorInvalidValue;
  if (!r)
    *kernel = (CUkernel) f;
  return r;
}
