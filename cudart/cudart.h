/* SPDX-License-Identifier: MIT */
/* libcudart.so: the CUDA Runtime API over the CUDA Driver API, so that programs of
   nvcc run on the emulator.  Declarations that its files share.

     device.c	start, errors, devices, attributes, limits
     register.c	fat binaries, kernels and variables of the program
     launch.c	launches, functions, occupancy
     memory.c	memory and copies
     stream.c	functions that the driver has under another name: forward.def, refused.def
     graph.c	graphs
     texture.c	arrays, textures, surfaces
     differ.c	functions that differ between CUDA 12 and 13; compiled for each

   The handles of streams, events, graphs, pools and libraries are the driver's, and
   so are the numbers of errors.  */
#ifndef CUDART_H
#define CUDART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) \
  extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

#define EXPORT __attribute__ ((visibility ("default")))

/* ---- the interface's types, under its names ---- */

typedef int cudaError_t;
enum
{
#define CUDART_ERROR(name, code, text) cuda##name = code,
#include "cudart/errors.def"
#undef CUDART_ERROR
};

typedef struct { unsigned x, y, z; } dim3;
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
enum cudaMemcpyKind
{
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
struct cudaMemcpy3DParms
{
  CUarray srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  CUarray dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms
{
  CUarray srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  CUarray dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
};
struct cudaPointerAttributes
{
  int type, device;
  void *devicePointer, *hostPointer;
  long reserved[8];
};
struct cudaFuncAttributes
{
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout, clusterDimMustBeSet;
  int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
  int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
  int reserved[16];
};
typedef struct
{
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  CUstream stream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
} cudaLaunchConfig_t;
struct cudaKernelNodeParams
{
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaGraphNodeParams
{
  int type, reserved0[3];
  union
  {
    long long reserved1[29];
    struct cudaKernelNodeParams kernel;
    struct { int flags, reserved[3]; struct cudaMemcpy3DParms copyParams; } memcpy;
    CUDA_MEMSET_NODE_PARAMS memset;
    CUDA_HOST_NODE_PARAMS host;
    struct { CUgraph graph; } graph;
    struct { CUevent event; } event;
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;
    struct { CUdeviceptr dptr; } free;
    /* The driver's structure without its last member.  */
    struct { uint64_t handle; int type; unsigned size; CUgraph *phGraph_out; } conditional;
  };
  long long reserved2;
};
struct cudaChannelFormatDesc { int x, y, z, w, f; };

/* ---- device.c ---- */

/* To be called before the driver: starts it, and makes a context current in this thread if none
   is.  */
cudaError_t rt_enter (void);
/* The same without a context.  */
cudaError_t rt_start (void);
/* Returns E.  If it is an error, it becomes the thread's last error.  */
cudaError_t rt_seen (cudaError_t e);
/* The same for function API.  An error that prevented API's effect is reported at exit unless
   the program looks at an error before.  */
cudaError_t rt_result (const char *api, cudaError_t e);
/* Reports that a launch of kernel NAME has failed with E.  STUB: nvcc's <<<>>> launched it, so
   the program sees no error unless it asks for the last one.  MOST: bytes of dynamic shared
   memory that the kernel may have.  */
void rt_not_launched (cudaError_t e, bool stub, const char *name, dim3 grid, dim3 block, size_t shared, int most);
/* Sets *C to the device's context.  */
cudaError_t rt_context (int device, CUcontext *c);
/* Prints one line, in printf style, after the library's name.  */
void rt_say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Defines the entry point NAME with PARAMS: the body is that of a static function, called with
   ARGS after the driver has started and a context is current.  */
#define API_AFTER(enter, name, params, args) \
  static cudaError_t name##_in params; \
  EXPORT cudaError_t name params; \
  cudaError_t name params \
  { \
    cudaError_t r_ = enter (); \
    return rt_result (#name, r_ ? r_ : name##_in args); \
  } \
  static cudaError_t name##_in params
#define API(name, params, args) API_AFTER (rt_enter, name, params, args)
/* The same without a context.  */
#define API_START(name, params, args) API_AFTER (rt_start, name, params, args)

/* Also defines NAME with SUFFIX, for which the stream 0, STREAM of PARAMS, is the thread's own.  */
#define API_STREAM(name, suffix, stream, params, args) \
  static cudaError_t name##_in params; \
  EXPORT cudaError_t name params; \
  EXPORT cudaError_t name##suffix params; \
  cudaError_t name params \
  { \
    cudaError_t r_ = rt_enter (); \
    return rt_result (#name, r_ ? r_ : name##_in args); \
  } \
  cudaError_t name##suffix params \
  { \
    cudaError_t r_ = rt_enter (); \
    if (!stream) \
      stream = CU_STREAM_PER_THREAD; \
    return rt_result (#name, r_ ? r_ : name##_in args); \
  } \
  static cudaError_t name##_in params

/* For functions that have no stream parameter and work in the default stream: the body has
   `stream'.  */
#define UNPAREN(...) __VA_ARGS__
#define API_DEFAULT(name, params, args) \
  static cudaError_t name##_in (UNPAREN params, CUstream stream); \
  EXPORT cudaError_t name params; \
  EXPORT cudaError_t name##_ptds params; \
  cudaError_t name params \
  { \
    cudaError_t r_ = rt_enter (); \
    return rt_result (#name, r_ ? r_ : name##_in (UNPAREN args, CU_STREAM_LEGACY)); \
  } \
  cudaError_t name##_ptds params \
  { \
    cudaError_t r_ = rt_enter (); \
    return rt_result (#name, r_ ? r_ : name##_in (UNPAREN args, CU_STREAM_PER_THREAD)); \
  } \
  static cudaError_t name##_in (UNPAREN params, CUstream stream)

/* ---- register.c ---- */

/* Sets *F to the kernel whose stub, CUkernel or CUfunction is FUNC, and loads it if necessary.  */
cudaError_t rt_kernel (const void *func, CUfunction *f);
/* Returns what rt_kernel accepts for the kernel whose driver handles are F and K.  */
const void *rt_stub (CUfunction f, CUkernel k);
/* Finds the variable whose host name or shadow is SYMBOL.  */
cudaError_t rt_symbol (const void *symbol, CUdeviceptr *at, size_t *size);
/* Unloads everything: the device is reset.  */
void rt_unload (void);

/* ---- graph.c ---- */

cudaError_t rt_add_node (CUgraphNode *node, CUgraph g, const CUgraphNode *deps, size_t n, struct cudaGraphNodeParams *p);

/* ---- memory.c ---- */

/* Converts P to the driver's structure.  */
cudaError_t rt_copy_3d (const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *c);
void rt_copy_1d (CUdeviceptr dst, CUdeviceptr src, size_t n, CUDA_MEMCPY3D *c);
/* Sets *BYTES to the size of an element of ARRAY.  */
cudaError_t rt_array_element (CUarray array, size_t *bytes);
cudaError_t rt_symbol_at (const void *symbol, size_t offset, size_t count, CUdeviceptr *at);

#endif
