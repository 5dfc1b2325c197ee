/* SPDX-License-Identifier: MIT */
/* runtime/driver.h and driver.def against the toolkit's <cuda.h>: values,
   sizes, offsets, and the class of each argument of each function.
   UNSUPPORTED (exit status 77) where there is no toolkit.  */
#include <cstdio>
#if __has_include (<cuda.h>)
#define TOOLKIT <cuda.h>
#define PROFILER <cudaProfiler.h>
#elif __has_include ("/usr/local/cuda/include/cuda.h")
#define TOOLKIT "/usr/local/cuda/include/cuda.h"
#define PROFILER "/usr/local/cuda/include/cudaProfiler.h"
#endif

#ifdef TOOLKIT
#include <cstddef>
#include <cstdint>
#include <type_traits>
/* Declares the older revisions of functions too.  */
#define __CUDA_API_VERSION_INTERNAL
#include TOOLKIT
#include PROFILER
#undef CU_STREAM_LEGACY
#undef CU_STREAM_PER_THREAD
#undef CU_MEMHOSTALLOC_PORTABLE
#undef CU_MEMHOSTALLOC_DEVICEMAP
#undef CU_MEMHOSTALLOC_WRITECOMBINED
#undef CU_MEMHOSTREGISTER_PORTABLE
#undef CU_MEMHOSTREGISTER_DEVICEMAP
#undef CU_MEMHOSTREGISTER_IOMEMORY
#undef CU_MEMHOSTREGISTER_READ_ONLY
#undef CU_LAUNCH_PARAM_END
#undef CU_LAUNCH_PARAM_BUFFER_POINTER
#undef CU_LAUNCH_PARAM_BUFFER_SIZE
#undef CU_DEVICE_CPU
#undef CU_DEVICE_INVALID

namespace px {
#include "runtime/driver.h"
}

/* What the calling convention sees of a type: pointers are alike, enumerations
   are int, a structure is its size.  */
template <size_t n> struct blob {};
template <class T, class = void> struct abi { typedef blob<sizeof (T)> type; };
template <class T> struct abi<T *> { typedef void *type; };
template <> struct abi<void> { typedef void type; };
template <class T> struct abi<T, typename std::enable_if<std::is_arithmetic<T>::value>::type>
{ typedef typename std::conditional<std::is_integral<T>::value, blob<100 + sizeof (T)>, T>::type type; };
template <class T> struct abi<T, typename std::enable_if<std::is_enum<T>::value>::type>
{ typedef blob<100 + sizeof (T)> type; };
template <class R, class... A> struct abi<R (*) (A...)>
{ typedef typename abi<R>::type (*type) (typename abi<A>::type *...); };

#define PX_DRIVER(name, symbol, since, need, args)				\
  static_assert (std::is_same<abi<decltype (&::symbol)>::type,		\
			      abi<px::px_fn_##symbol>::type>::value, #symbol);
#include "runtime/driver.def"

#define VALUE(v) static_assert ((long) ::v == (long) px::v, #v);
#define SIZE(t) static_assert (sizeof (::t) == sizeof (px::t), #t);
/* abi-list.h: one VALUE for each enumerator of driver.h and errors.def, one
   SIZE for each type.  */
#include "abi-list.h"

#define AT(t, f) static_assert (offsetof (::t, f) == offsetof (px::t, f), #t "." #f);
AT (CUdevprop, maxGridSize) AT (CUdevprop, textureAlign)
AT (CUDA_MEMCPY2D, srcDevice) AT (CUDA_MEMCPY2D, srcPitch) AT (CUDA_MEMCPY2D, dstY)
AT (CUDA_MEMCPY2D, dstHost) AT (CUDA_MEMCPY2D, dstPitch) AT (CUDA_MEMCPY2D, Height)
AT (CUDA_MEMCPY3D, srcLOD) AT (CUDA_MEMCPY3D, srcPitch) AT (CUDA_MEMCPY3D, dstY)
AT (CUDA_MEMCPY3D, dstHeight) AT (CUDA_MEMCPY3D, Depth)
AT (CUDA_MEMCPY3D_PEER, srcContext) AT (CUDA_MEMCPY3D_PEER, dstContext)
AT (CUmemPoolProps, location) AT (CUmemPoolProps, maxSize) AT (CUmemPoolProps, usage)
AT (CUmemAllocationProp, allocFlags)
AT (CUaccessPolicyWindow, hitRatio) AT (CUaccessPolicyWindow, missProp)
AT (CUlaunchAttribute, value)
AT (CUlaunchConfig, sharedMemBytes) AT (CUlaunchConfig, hStream) AT (CUlaunchConfig, attrs)
AT (CUlaunchConfig, numAttrs)
AT (CUlaunchAttributeValue, clusterDim.z) AT (CUlaunchAttributeValue, programmaticEvent.flags)
AT (CUlaunchAttributeValue, deviceUpdatableKernelNode.devNode)
AT (CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes) AT (CUDA_KERNEL_NODE_PARAMS_v2, extra)
AT (CUDA_KERNEL_NODE_PARAMS_v2, ctx)
AT (CUDA_MEMSET_NODE_PARAMS, value) AT (CUDA_MEMSET_NODE_PARAMS, height)
AT (CUDA_MEM_ALLOC_NODE_PARAMS, bytesize)
AT (CUDA_CONDITIONAL_NODE_PARAMS, phGraph_out)
AT (CUgraphNodeParams, conditional)
AT (CUDA_GRAPH_INSTANTIATE_PARAMS, result_out)

int
main ()
{
  puts ("PASS: driver.h and driver.def agree with cuda.h");
  return 0;
}
#else
int
main ()
{
  puts ("UNSUPPORTED: no cuda.h to compare driver.h with");
  return 77;
}
#endif
