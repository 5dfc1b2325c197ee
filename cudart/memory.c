/* SPDX-License-Identifier: MIT */
/* Memory and copies.  */
#include "cudart/cudart.h"

#include <string.h>

#define PTR(p) ((CUdeviceptr) (uintptr_t) (p))

/* ---- allocation ---- */

/* An allocation by CALL, which sets the CUdeviceptr `at'; for 0 bytes the result is NULL.  */
#define ALLOCATE(p, size, call) \
  do \
    { \
      CUdeviceptr at = 0; \
      cudaError_t r = cudaSuccess; \
      if (!(p)) \
	return cudaErrorInvalidValue; \
      if (size) \
	r = (cudaError_t) call; \
      if (!r) \
	*(p) = (void *) (uintptr_t) at; \
      return r; \
    } \
  while (0)

API (cudaMalloc, (void **p, size_t size), (p, size))
{
  ALLOCATE (p, size, cuMemAlloc_v2 (&at, size));
}

API (cudaMallocManaged, (void **p, size_t size, unsigned flags), (p, size, flags))
{
  if (!size)
    return cudaErrorInvalidValue;
  ALLOCATE (p, size, cuMemAllocManaged (&at, size, flags));
}

API_STREAM (cudaMallocAsync, _ptsz, stream, (void **p, size_t size, CUstream stream),
	    (p, size, stream))
{
  ALLOCATE (p, size, cuMemAllocAsync (&at, size, stream));
}

API_STREAM (cudaMallocFromPoolAsync, _ptsz, stream,
	    (void **p, size_t size, CUmemoryPool pool, CUstream stream), (p, size, pool, stream))
{
  ALLOCATE (p, size, cuMemAllocFromPoolAsync (&at, size, pool, stream));
}

API (cudaMallocPitch, (void **p, size_t *pitch, size_t width, size_t height),
     (p, pitch, width, height))
{
  if (!pitch)
    return cudaErrorInvalidValue;
  *pitch = 0;
  ALLOCATE (p, width && height, cuMemAllocPitch_v2 (&at, pitch, width, height, 4));
}

API (cudaMalloc3D, (struct cudaPitchedPtr * p, struct cudaExtent e), (p, e))
{
  CUdeviceptr at = 0;
  size_t pitch = 0;
  cudaError_t r = cudaSuccess;
  if (!p)
    return cudaErrorInvalidValue;
  if (e.width && e.height && e.depth)
    {
      if (e.depth > SIZE_MAX / e.height)
	return cudaErrorMemoryAllocation;
      r = (cudaError_t) cuMemAllocPitch_v2 (&at, &pitch, e.width, e.height * e.depth, 4);
    }
  if (!r)
    *p = (struct cudaPitchedPtr){ (void *) (uintptr_t) at, pitch, e.width, e.height };
  return r;
}

API (cudaFree, (void *p), (p))
{
  return p ? (cudaError_t) cuMemFree_v2 (PTR (p)) : cudaSuccess;
}

API_STREAM (cudaFreeAsync, _ptsz, stream, (void *p, CUstream stream), (p, stream))
{
  return p ? (cudaError_t) cuMemFreeAsync (PTR (p), stream) : cudaSuccess;
}

API (cudaHostAlloc, (void **p, size_t size, unsigned flags), (p, size, flags))
{
  if (!p)
    return cudaErrorInvalidValue;
  if (!size)
    {
      *p = NULL;
      return cudaSuccess;
    }
  return (cudaError_t) cuMemHostAlloc (p, size, flags);
}

API (cudaMallocHost, (void **p, size_t size), (p, size))
{
  return cudaHostAlloc_in (p, size, 0);
}

API (cudaFreeHost, (void *p), (p))
{
  return p ? (cudaError_t) cuMemFreeHost (p) : cudaSuccess;
}

API (cudaHostGetDevicePointer, (void **device, void *host, unsigned flags), (device, host, flags))
{
  CUdeviceptr at;
  cudaError_t r = device ? (cudaError_t) cuMemHostGetDevicePointer_v2 (&at, host, flags)
			 : cudaErrorInvalidValue;
  if (!r)
    *device = (void *) (uintptr_t) at;
  return r;
}

API (cudaPointerGetAttributes, (struct cudaPointerAttributes * a, const void *p), (a, p))
{
  enum
  {
    TYPE,
    DEVICE,
    HOST,
    MANAGED,
    ORDINAL,
    N
  };
  CUpointer_attribute which[N] = { [TYPE] = CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
				   [DEVICE] = CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
				   [HOST] = CU_POINTER_ATTRIBUTE_HOST_POINTER,
				   [MANAGED] = CU_POINTER_ATTRIBUTE_IS_MANAGED,
				   [ORDINAL] = CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL };
  unsigned type = 0;
  CUdeviceptr device = 0;
  void *host = NULL;
  int managed = 0, ordinal = 0;
  void *values[N] = {
    [TYPE] = &type, [DEVICE] = &device, [HOST] = &host, [MANAGED] = &managed, [ORDINAL] = &ordinal
  };
  cudaError_t r
    = a ? (cudaError_t) cuPointerGetAttributes (N, which, values, PTR (p)) : cudaErrorInvalidValue;
  if (r)
    return r;
  memset (a, 0, sizeof *a);
  enum
  {
    UNREGISTERED,
    IN_HOST,
    IN_DEVICE,
    IS_MANAGED
  };
  a->type = !type			 ? UNREGISTERED
	    : managed & 1		 ? IS_MANAGED
	    : type == CU_MEMORYTYPE_HOST ? IN_HOST
					 : IN_DEVICE;
  a->device = type ? ordinal : CU_DEVICE_INVALID;
  a->devicePointer = (void *) (uintptr_t) device;
  a->hostPointer = type ? host : (void *) (uintptr_t) p;
  return cudaSuccess;
}

/* ---- copies ---- */

/* Sets *DST and *SRC to the driver's memory types for a copy of KIND.  Returns false if there
   is no such kind.  */
static bool
sides (int kind, CUmemorytype *dst, CUmemorytype *src)
{
  static const CUmemorytype of[][2]
    = { [cudaMemcpyHostToHost] = { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_HOST },
	[cudaMemcpyHostToDevice] = { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST },
	[cudaMemcpyDeviceToHost] = { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE },
	[cudaMemcpyDeviceToDevice] = { CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE },
	[cudaMemcpyDefault] = { CU_MEMORYTYPE_UNIFIED, CU_MEMORYTYPE_UNIFIED } };
  if ((unsigned) kind > cudaMemcpyDefault)
    return false;
  *dst = of[kind][0];
  *src = of[kind][1];
  return true;
}

/* A copy; WAIT: the function returns when it is complete.  */
static cudaError_t
copy (void *dst, const void *src, size_t n, int kind, CUstream stream, bool wait)
{
  CUmemorytype to, from;
  if (!sides (kind, &to, &from))
    return cudaErrorInvalidMemcpyDirection;
  if (!n)
    return cudaSuccess;
  /* The functions without a stream are synchronous to the same degree as the driver's.  */
  if (wait && stream == CU_STREAM_LEGACY)
    switch (kind)
      {
      case cudaMemcpyHostToDevice: return (cudaError_t) cuMemcpyHtoD_v2 (PTR (dst), src, n);
      case cudaMemcpyDeviceToHost: return (cudaError_t) cuMemcpyDtoH_v2 (dst, PTR (src), n);
      case cudaMemcpyDeviceToDevice: return (cudaError_t) cuMemcpyDtoD_v2 (PTR (dst), PTR (src), n);
      default: return (cudaError_t) cuMemcpy (PTR (dst), PTR (src), n);
      }
  CUresult r;
  switch (kind)
    {
    case cudaMemcpyHostToDevice: r = cuMemcpyHtoDAsync_v2 (PTR (dst), src, n, stream); break;
    case cudaMemcpyDeviceToHost: r = cuMemcpyDtoHAsync_v2 (dst, PTR (src), n, stream); break;
    case cudaMemcpyDeviceToDevice:
      r = cuMemcpyDtoDAsync_v2 (PTR (dst), PTR (src), n, stream);
      break;
    default: r = cuMemcpyAsync (PTR (dst), PTR (src), n, stream);
    }
  return (cudaError_t) (!r && wait ? cuStreamSynchronize (stream) : r);
}

API_DEFAULT (cudaMemcpy, (void *dst, const void *src, size_t n, int kind), (dst, src, n, kind))
{
  return copy (dst, src, n, kind, stream, true);
}

API_STREAM (cudaMemcpyAsync, _ptsz, stream,
	    (void *dst, const void *src, size_t n, int kind, CUstream stream),
	    (dst, src, n, kind, stream))
{
  return copy (dst, src, n, kind, stream, false);
}

static cudaError_t
copy_2d (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
	 int kind, CUstream stream, bool wait)
{
  CUDA_MEMCPY2D c = { .WidthInBytes = width,
		      .Height = height,
		      .srcPitch = spitch,
		      .dstPitch = dpitch,
		      .srcHost = src,
		      .srcDevice = PTR (src),
		      .dstHost = dst,
		      .dstDevice = PTR (dst) };
  if (!sides (kind, &c.dstMemoryType, &c.srcMemoryType))
    return cudaErrorInvalidMemcpyDirection;
  if (dpitch < width || spitch < width)
    return cudaErrorInvalidPitchValue;
  if (!width || !height)
    return cudaSuccess;
  if (wait && stream == CU_STREAM_LEGACY)
    return (cudaError_t) cuMemcpy2DUnaligned_v2 (&c);
  CUresult r = cuMemcpy2DAsync_v2 (&c, stream);
  return (cudaError_t) (!r && wait ? cuStreamSynchronize (stream) : r);
}

API_DEFAULT (cudaMemcpy2D,
	     (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
	      int kind),
	     (dst, dpitch, src, spitch, width, height, kind))
{
  return copy_2d (dst, dpitch, src, spitch, width, height, kind, stream, true);
}

API_STREAM (cudaMemcpy2DAsync, _ptsz, stream,
	    (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
	     int kind, CUstream stream),
	    (dst, dpitch, src, spitch, width, height, kind, stream))
{
  return copy_2d (dst, dpitch, src, spitch, width, height, kind, stream, false);
}

void
rt_copy_1d (CUdeviceptr dst, CUdeviceptr src, size_t n, CUDA_MEMCPY3D *c)
{
  *c = (CUDA_MEMCPY3D){ .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
			.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
			.srcDevice = src,
			.dstDevice = dst,
			.srcPitch = n,
			.dstPitch = n,
			.srcHeight = 1,
			.dstHeight = 1,
			.WidthInBytes = n,
			.Height = 1,
			.Depth = 1 };
}

cudaError_t
rt_copy_3d (const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *c)
{
  if (!p)
    return cudaErrorInvalidValue;
  /* Positions and extents in arrays are in elements; so is the extent of a copy to or from an
     array.  */
  size_t from = 1, to = 1;
  cudaError_t r = p->srcArray ? rt_array_element (p->srcArray, &from) : cudaSuccess;
  if (!r && p->dstArray)
    r = rt_array_element (p->dstArray, &to);
  if (r)
    return r;
  if ((p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr)
      || (p->srcArray && p->dstArray && from != to))
    return cudaErrorInvalidValue;
  *c = (CUDA_MEMCPY3D){ .srcXInBytes = p->srcPos.x * from,
			.srcArray = p->srcArray,
			.srcY = p->srcPos.y,
			.srcZ = p->srcPos.z,
			.srcHost = p->srcPtr.ptr,
			.srcDevice = PTR (p->srcPtr.ptr),
			.srcPitch = p->srcPtr.pitch,
			.srcHeight = p->srcPtr.ysize,
			.dstXInBytes = p->dstPos.x * to,
			.dstArray = p->dstArray,
			.dstY = p->dstPos.y,
			.dstZ = p->dstPos.z,
			.dstHost = p->dstPtr.ptr,
			.dstDevice = PTR (p->dstPtr.ptr),
			.dstPitch = p->dstPtr.pitch,
			.dstHeight = p->dstPtr.ysize,
			.WidthInBytes = p->extent.width * (p->srcArray ? from : to),
			.Height = p->extent.height,
			.Depth = p->extent.depth };
  if (!sides ((int) p->kind, &c->dstMemoryType, &c->srcMemoryType))
    return cudaErrorInvalidMemcpyDirection;
  if ((p->srcArray && c->srcMemoryType == CU_MEMORYTYPE_HOST)
      || (p->dstArray && c->dstMemoryType == CU_MEMORYTYPE_HOST))
    return cudaErrorInvalidMemcpyDirection;
  if (p->srcArray)
    c->srcMemoryType = CU_MEMORYTYPE_ARRAY;
  if (p->dstArray)
    c->dstMemoryType = CU_MEMORYTYPE_ARRAY;
  return cudaSuccess;
}

static cudaError_t
copy_3d (const struct cudaMemcpy3DParms *p, CUstream stream, bool wait)
{
  CUDA_MEMCPY3D c;
  cudaError_t r = rt_copy_3d (p, &c);
  if (r || !c.WidthInBytes || !c.Height || !c.Depth)
    return r;
  if (wait && stream == CU_STREAM_LEGACY)
    return (cudaError_t) cuMemcpy3D_v2 (&c);
  r = (cudaError_t) cuMemcpy3DAsync_v2 (&c, stream);
  return !r && wait ? (cudaError_t) cuStreamSynchronize (stream) : r;
}

API_DEFAULT (cudaMemcpy3D, (const struct cudaMemcpy3DParms *p), (p))
{
  return copy_3d (p, stream, true);
}

API_STREAM (cudaMemcpy3DAsync, _ptsz, stream, (const struct cudaMemcpy3DParms *p, CUstream stream),
	    (p, stream))
{
  return copy_3d (p, stream, false);
}

/* A copy between devices.  The emulator has only one.  */
static cudaError_t
copy_3d_peer (const struct cudaMemcpy3DPeerParms *p, CUstream stream, bool wait)
{
  struct cudaMemcpy3DParms q;
  if (!p)
    return cudaErrorInvalidValue;
  if (p->srcDevice || p->dstDevice)
    return cudaErrorInvalidDevice;
  q = (struct cudaMemcpy3DParms){ p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
				  p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice };
  return copy_3d (&q, stream, wait);
}

API_DEFAULT (cudaMemcpy3DPeer, (const struct cudaMemcpy3DPeerParms *p), (p))
{
  return copy_3d_peer (p, stream, true);
}

API_STREAM (cudaMemcpy3DPeerAsync, _ptsz, stream,
	    (const struct cudaMemcpy3DPeerParms *p, CUstream stream), (p, stream))
{
  return copy_3d_peer (p, stream, false);
}

API (cudaMemcpyPeer, (void *dst, int to, const void *src, int from, size_t n),
     (dst, to, src, from, n))
{
  return to || from ? cudaErrorInvalidDevice
		    : copy (dst, src, n, cudaMemcpyDeviceToDevice, CU_STREAM_LEGACY, true);
}

API (cudaMemcpyPeerAsync, (void *dst, int to, const void *src, int from, size_t n, CUstream stream),
     (dst, to, src, from, n, stream))
{
  return to || from ? cudaErrorInvalidDevice
		    : copy (dst, src, n, cudaMemcpyDeviceToDevice, stream, false);
}

/* ---- variables of the device ---- */

cudaError_t
rt_symbol_at (const void *symbol, size_t offset, size_t count, CUdeviceptr *at)
{
  size_t size;
  cudaError_t r = rt_symbol (symbol, at, &size);
  if (!r && (offset > size || count > size - offset))
    r = cudaErrorInvalidValue;
  if (!r)
    *at += offset;
  return r;
}

/* KIND is that of a copy to a variable (or, if BACK, from one); MEMORY is the other end.  */
static cudaError_t
copy_symbol (const void *symbol, const void *memory, size_t n, size_t offset, int kind,
	     CUstream stream, bool wait, bool back)
{
  CUdeviceptr at;
  cudaError_t r = rt_symbol_at (symbol, offset, n, &at);
  void *variable = (void *) (uintptr_t) at;
  if (r)
    return r;
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault
      && kind != (back ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
    return cudaErrorInvalidMemcpyDirection;
  return back ? copy ((void *) (uintptr_t) memory, variable, n, kind, stream, wait)
	      : copy (variable, memory, n, kind, stream, wait);
}

API_DEFAULT (cudaMemcpyToSymbol,
	     (const void *symbol, const void *src, size_t n, size_t offset, int kind),
	     (symbol, src, n, offset, kind))
{
  return copy_symbol (symbol, src, n, offset, kind, stream, true, false);
}

API_STREAM (cudaMemcpyToSymbolAsync, _ptsz, stream,
	    (const void *symbol, const void *src, size_t n, size_t offset, int kind,
	     CUstream stream),
	    (symbol, src, n, offset, kind, stream))
{
  return copy_symbol (symbol, src, n, offset, kind, stream, false, false);
}

API_DEFAULT (cudaMemcpyFromSymbol,
	     (void *dst, const void *symbol, size_t n, size_t offset, int kind),
	     (dst, symbol, n, offset, kind))
{
  return copy_symbol (symbol, dst, n, offset, kind, stream, true, true);
}

API_STREAM (cudaMemcpyFromSymbolAsync, _ptsz, stream,
	    (void *dst, const void *symbol, size_t n, size_t offset, int kind, CUstream stream),
	    (dst, symbol, n, offset, kind, stream))
{
  return copy_symbol (symbol, dst, n, offset, kind, stream, false, true);
}

API (cudaGetSymbolAddress, (void **p, const void *symbol), (p, symbol))
{
  CUdeviceptr at;
  cudaError_t r = p ? rt_symbol (symbol, &at, NULL) : cudaErrorInvalidValue;
  if (!r)
    *p = (void *) (uintptr_t) at;
  return r;
}

API (cudaGetSymbolSize, (size_t * size, const void *symbol), (size, symbol))
{
  return size ? rt_symbol (symbol, NULL, size) : cudaErrorInvalidValue;
}

/* ---- fills ---- */

/* Fills rows with bytes.  WAIT: use the driver's function without a stream, which waits in the
   same cases as a copy.  */
static cudaError_t
fill (void *p, size_t pitch, int value, size_t width, size_t height, CUstream stream, bool wait)
{
  CUresult r;
  if (!width || !height)
    return cudaSuccess;
  if (height == 1)
    r = wait && stream == CU_STREAM_LEGACY
	  ? cuMemsetD8_v2 (PTR (p), (unsigned char) value, width)
	  : cuMemsetD8Async (PTR (p), (unsigned char) value, width, stream);
  else
    r = wait && stream == CU_STREAM_LEGACY
	  ? cuMemsetD2D8_v2 (PTR (p), pitch, (unsigned char) value, width, height)
	  : cuMemsetD2D8Async (PTR (p), pitch, (unsigned char) value, width, height, stream);
  return (cudaError_t) r;
}

static cudaError_t
fill_3d (struct cudaPitchedPtr p, int value, struct cudaExtent e, CUstream stream, bool wait)
{
  cudaError_t r = cudaSuccess;
  if (p.ysize == e.height || e.depth == 1)
    return fill (p.ptr, p.pitch, value, e.width, e.height * e.depth, stream, wait);
  for (size_t z = 0; !r && z < e.depth; z++)
    r = fill ((char *) p.ptr + z * p.pitch * p.ysize, p.pitch, value, e.width, e.height, stream,
	      wait);
  return r;
}

API_DEFAULT (cudaMemset, (void *p, int value, size_t n), (p, value, n))
{
  return fill (p, n, value, n, 1, stream, true);
}

API_STREAM (cudaMemsetAsync, _ptsz, stream, (void *p, int value, size_t n, CUstream stream),
	    (p, value, n, stream))
{
  return fill (p, n, value, n, 1, stream, false);
}

API_DEFAULT (cudaMemset2D, (void *p, size_t pitch, int value, size_t width, size_t height),
	     (p, pitch, value, width, height))
{
  return fill (p, pitch, value, width, height, stream, true);
}

API_STREAM (cudaMemset2DAsync, _ptsz, stream,
	    (void *p, size_t pitch, int value, size_t width, size_t height, CUstream stream),
	    (p, pitch, value, width, height, stream))
{
  return fill (p, pitch, value, width, height, stream, false);
}

API_DEFAULT (cudaMemset3D, (struct cudaPitchedPtr p, int value, struct cudaExtent e), (p, value, e))
{
  return fill_3d (p, value, e, stream, true);
}

API_STREAM (cudaMemset3DAsync, _ptsz, stream,
	    (struct cudaPitchedPtr p, int value, struct cudaExtent e, CUstream stream),
	    (p, value, e, stream))
{
  return fill_3d (p, value, e, stream, false);
}
