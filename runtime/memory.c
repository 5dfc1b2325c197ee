/* SPDX-License-Identifier: MIT */
/* Memory, copies, memset.  */
#include <stdio.h>
#include <string.h>

#include "runtime/rt.h"

/* Ends a call that made POINTER, of BYTES bytes; returns NULL if it failed.  */
static void *
made (struct rt_call *c, CUresult r, void *pointer, size_t bytes)
{
  return rt_end (c, r, "%zu bytes", bytes) ? NULL : pointer;
}

PX_EXPORT void *
px_alloc (size_t bytes)
{
  struct rt_call c;
  CUdeviceptr p = 0;
  if (rt_begin (&c, "px_alloc"))
    return NULL;
  CUresult r = rt_driver.cuMemAlloc_v2 (&p, bytes ? bytes : 1);
  return made (&c, r, (void *) (uintptr_t) p, bytes);
}

static void *
lacks (struct rt_call *c, const char *symbol)
{
  rt_end_lacks (c, symbol);
  return NULL;
}

PX_EXPORT void *
px_alloc_pinned (size_t bytes)
{
  struct rt_call c;
  void *p = NULL;
  if (rt_begin (&c, "px_alloc_pinned"))
    return NULL;
  if (!rt_driver.cuMemHostAlloc)
    return lacks (&c, "cuMemHostAlloc");
  CUresult r = rt_driver.cuMemHostAlloc (&p, bytes ? bytes : 1,
					 CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  return made (&c, r, p, bytes);
}

PX_EXPORT void *
px_alloc_managed (size_t bytes)
{
  struct rt_call c;
  CUdeviceptr p = 0;
  if (rt_begin (&c, "px_alloc_managed"))
    return NULL;
  if (!rt_driver.cuMemAllocManaged)
    return lacks (&c, "cuMemAllocManaged");
  CUresult r = rt_driver.cuMemAllocManaged (&p, bytes ? bytes : 1, CU_MEM_ATTACH_GLOBAL);
  return made (&c, r, (void *) (uintptr_t) p, bytes);
}

PX_EXPORT void *
px_alloc_pitch (size_t *pitch, size_t width, size_t rows)
{
  struct rt_call c;
  CUdeviceptr p = 0;
  size_t q = 0;
  if (rt_begin (&c, "px_alloc_pitch"))
    return NULL;
  if (!rt_driver.cuMemAllocPitch_v2)
    return lacks (&c, "cuMemAllocPitch_v2");
  CUresult r = rt_driver.cuMemAllocPitch_v2 (&p, &q, width ? width : 1, rows ? rows : 1, 16);
  if (r == CUDA_SUCCESS)
    *pitch = q;
  return rt_end (&c, r, "%zu rows of %zu bytes", rows, width) ? NULL : (void *) (uintptr_t) p;
}

/* Returns the kind of memory that P points to; memory that the driver does not know is host
   memory.  */
static CUmemorytype
memory_type (const void *p)
{
  unsigned type;
  if (!rt_driver.cuPointerGetAttribute)
    return CU_MEMORYTYPE_UNIFIED;
  CUresult r = rt_driver.cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
						(CUdeviceptr) (uintptr_t) p);
  return r == CUDA_SUCCESS && type != CU_MEMORYTYPE_HOST ? CU_MEMORYTYPE_DEVICE
							 : CU_MEMORYTYPE_HOST;
}

PX_EXPORT px_status
px_free (void *pointer)
{
  struct rt_call c;
  if (!pointer)
    return PX_OK;
  if (rt_begin (&c, "px_free"))
    return c.status;
  CUresult r = CUDA_SUCCESS;
  unsigned type = CU_MEMORYTYPE_DEVICE, managed;
  CUdeviceptr p = (CUdeviceptr) (uintptr_t) pointer;
  if (rt_driver.cuPointerGetAttribute)
    r = rt_driver.cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p);
  if (r == CUDA_SUCCESS && type == CU_MEMORYTYPE_HOST
      && (rt_driver.cuPointerGetAttribute (&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p)
	    != CUDA_SUCCESS
	  || !managed))
    {
      RT_NEED (&c, cuMemFreeHost);
      r = rt_driver.cuMemFreeHost (pointer);
    }
  else if (r == CUDA_SUCCESS)
    r = rt_driver.cuMemFree_v2 (p);
  return rt_end (&c, r, "%p: not the start of memory from px_alloc, or freed already?", pointer);
}

PX_EXPORT px_status
px_host_register (void *pointer, size_t bytes)
{
  struct rt_call c;
  if (rt_begin (&c, "px_host_register"))
    return c.status;
  RT_NEED (&c, cuMemHostRegister_v2);
  return rt_end (&c,
		 rt_driver.cuMemHostRegister_v2 (pointer, bytes,
						 CU_MEMHOSTREGISTER_PORTABLE
						   | CU_MEMHOSTREGISTER_DEVICEMAP),
		 "%zu bytes at %p", bytes, pointer);
}

PX_EXPORT px_status
px_host_unregister (void *pointer)
{
  struct rt_call c;
  if (rt_begin (&c, "px_host_unregister"))
    return c.status;
  RT_NEED (&c, cuMemHostUnregister);
  return rt_end (&c, rt_driver.cuMemHostUnregister (pointer), "%p", pointer);
}

PX_EXPORT void *
px_alloc_async (size_t bytes, px_stream stream)
{
  struct rt_call c;
  CUdeviceptr p = 0;
  if (rt_begin (&c, "px_alloc_async"))
    return NULL;
  if (!rt_driver.cuMemAllocAsync)
    return lacks (&c, "cuMemAllocAsync");
  CUresult r = rt_driver.cuMemAllocAsync (&p, bytes ? bytes : 1, stream);
  return made (&c, r, (void *) (uintptr_t) p, bytes);
}

PX_EXPORT px_status
px_free_async (void *pointer, px_stream stream)
{
  struct rt_call c;
  if (!pointer)
    return PX_OK;
  if (rt_begin (&c, "px_free_async"))
    return c.status;
  RT_NEED (&c, cuMemFreeAsync);
  return rt_end (&c, rt_driver.cuMemFreeAsync ((CUdeviceptr) (uintptr_t) pointer, stream), "%p",
		 pointer);
}

PX_EXPORT px_status
px_prefetch (const void *pointer, size_t bytes, int device, px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_prefetch"))
    return c.status;
  px_status s = PX_OK;
  struct rt_device *d = device < 0 ? NULL : rt_device (device, &s);
  if (s)
    return rt_end_failed (&c, s);
  CUdeviceptr p = (CUdeviceptr) (uintptr_t) pointer;
  CUresult r;
  if (rt_driver.cuMemPrefetchAsync_v2)
    {
      CUmemLocation to
	= { d ? CU_MEM_LOCATION_TYPE_DEVICE : CU_MEM_LOCATION_TYPE_HOST, d ? d->handle : 0 };
      r = rt_driver.cuMemPrefetchAsync_v2 (p, bytes, to, 0, stream);
    }
  else
    {
      RT_NEED (&c, cuMemPrefetchAsync);
      r = rt_driver.cuMemPrefetchAsync (p, bytes, d ? d->handle : CU_DEVICE_CPU, stream);
    }
  return rt_end (&c, r, "%zu bytes at %p to device %d", bytes, pointer, device);
}

/* Writes to TEXT, of SIZE bytes, which of TO and FROM has less than BYTES bytes of device memory,
   after a copy that the driver refused with R; writes "" if neither has, or if the driver does not
   say.  */
static void
copy_refused (CUresult r, const void *to, const void *from, size_t bytes, char *text, size_t size)
{
  const struct
  {
    const void *p;
    const char *name;
  } ends[] = { { to, "destination" }, { from, "source" } };
  *text = 0;
  if (r != CUDA_ERROR_INVALID_VALUE || !rt_driver.cuMemGetAddressRange_v2)
    return;
  for (int i = 0; i < 2; i++)
    {
      CUdeviceptr base, p = (CUdeviceptr) (uintptr_t) ends[i].p;
      size_t all;
      if (rt_driver.cuMemGetAddressRange_v2 (&base, &all, p) == CUDA_SUCCESS
	  && all - (size_t) (p - base) < bytes)
	{
	  snprintf (text, size, ": the %s has %zu bytes", ends[i].name, all - (size_t) (p - base));
	  return;
	}
    }
}

PX_EXPORT px_status
px_copy (void *to, const void *from, size_t bytes)
{
  struct rt_call c;
  if (!bytes)
    return PX_OK;
  if (rt_begin (&c, "px_copy"))
    return c.status;
  char why[80];
  CUresult r
    = rt_driver.cuMemcpy ((CUdeviceptr) (uintptr_t) to, (CUdeviceptr) (uintptr_t) from, bytes);
  copy_refused (r, to, from, bytes, why, sizeof why);
  return rt_end (&c, r, "%zu bytes from %p to %p%s", bytes, from, to, why);
}

PX_EXPORT px_status
px_copy_async (void *to, const void *from, size_t bytes, px_stream stream)
{
  struct rt_call c;
  if (!bytes)
    return PX_OK;
  if (rt_begin (&c, "px_copy_async"))
    return c.status;
  return rt_end (&c,
		 rt_driver.cuMemcpyAsync ((CUdeviceptr) (uintptr_t) to,
					  (CUdeviceptr) (uintptr_t) from, bytes, stream),
		 "%zu bytes from %p to %p", bytes, from, to);
}

/* Fills in *M.  Returns false if a pitch is too small.  */
static bool
rectangle (CUDA_MEMCPY2D *m, void *to, size_t to_pitch, const void *from, size_t from_pitch,
	   size_t width, size_t rows)
{
  memset (m, 0, sizeof *m);
  m->srcMemoryType = memory_type (from);
  m->srcHost = from;
  m->srcDevice = (CUdeviceptr) (uintptr_t) from;
  m->srcPitch = from_pitch;
  m->dstMemoryType = memory_type (to);
  m->dstHost = to;
  m->dstDevice = (CUdeviceptr) (uintptr_t) to;
  m->dstPitch = to_pitch;
  m->WidthInBytes = width;
  m->Height = rows;
  return width <= to_pitch && width <= from_pitch;
}

#define RECTANGLE \
  "%zu rows of %zu bytes from %p, pitch %zu, to %p, pitch %zu", rows, width, from, from_pitch, to, \
    to_pitch

PX_EXPORT px_status
px_copy_2d (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
	    size_t rows)
{
  struct rt_call c;
  CUDA_MEMCPY2D m;
  if (!width || !rows)
    return PX_OK;
  if (rt_begin (&c, "px_copy_2d"))
    return c.status;
  RT_NEED (&c, cuMemcpy2DUnaligned_v2);
  CUresult r = CUDA_ERROR_INVALID_VALUE;
  if (rectangle (&m, to, to_pitch, from, from_pitch, width, rows))
    r = rt_driver.cuMemcpy2DUnaligned_v2 (&m);
  return rt_end (&c, r, RECTANGLE);
}

PX_EXPORT px_status
px_copy_2d_async (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
		  size_t rows, px_stream stream)
{
  struct rt_call c;
  CUDA_MEMCPY2D m;
  if (!width || !rows)
    return PX_OK;
  if (rt_begin (&c, "px_copy_2d_async"))
    return c.status;
  RT_NEED (&c, cuMemcpy2DAsync_v2);
  CUresult r = CUDA_ERROR_INVALID_VALUE;
  if (rectangle (&m, to, to_pitch, from, from_pitch, width, rows))
    r = rt_driver.cuMemcpy2DAsync_v2 (&m, stream);
  return rt_end (&c, r, RECTANGLE);
}

/* Retains the primary context of device NUMBER.  */
static px_status
context_of (int number, CUcontext *handle)
{
  int mine = rt_thread.device;
  px_status s = PX_OK;
  struct rt_call c;
  if (!rt_device (number, &s))
    return s;
  rt_thread.device = number;
  s = rt_begin (&c, "px_copy_peer");
  if (!s)
    {
      *handle = c.context->handle;
      rt_end_failed (&c, PX_OK);
    }
  rt_thread.device = mine;
  return s;
}

static px_status
copy_peer (const char *what, void *to, int to_device, const void *from, int from_device,
	   size_t bytes, bool async, px_stream stream)
{
  struct rt_call c;
  CUcontext to_context, from_context;
  if (!bytes)
    return PX_OK;
  if (rt_begin (&c, what))
    return c.status;
  RT_NEED (&c, cuMemcpyPeer);
  RT_NEED (&c, cuMemcpyPeerAsync);
  px_status s = context_of (to_device, &to_context);
  if (!s)
    s = context_of (from_device, &from_context);
  if (s)
    return rt_end_failed (&c, s);
  CUdeviceptr t = (CUdeviceptr) (uintptr_t) to, f = (CUdeviceptr) (uintptr_t) from;
  CUresult r = async ? rt_driver.cuMemcpyPeerAsync (t, to_context, f, from_context, bytes, stream)
		     : rt_driver.cuMemcpyPeer (t, to_context, f, from_context, bytes);
  return rt_end (&c, r, "%zu bytes from %p on device %d to %p on device %d", bytes, from,
		 from_device, to, to_device);
}

PX_EXPORT px_status
px_copy_peer (void *to, int to_device, const void *from, int from_device, size_t bytes)
{
  return copy_peer ("px_copy_peer", to, to_device, from, from_device, bytes, false, NULL);
}

PX_EXPORT px_status
px_copy_peer_async (void *to, int to_device, const void *from, int from_device, size_t bytes,
		    px_stream stream)
{
  return copy_peer ("px_copy_peer_async", to, to_device, from, from_device, bytes, true, stream);
}

PX_EXPORT px_status
px_memset (void *pointer, int value, size_t bytes)
{
  struct rt_call c;
  if (!bytes)
    return PX_OK;
  if (rt_begin (&c, "px_memset"))
    return c.status;
  return rt_end (&c,
		 rt_driver.cuMemsetD8_v2 ((CUdeviceptr) (uintptr_t) pointer, (unsigned char) value,
					  bytes),
		 "%zu bytes at %p", bytes, pointer);
}

PX_EXPORT px_status
px_memset_async (void *pointer, int value, size_t bytes, px_stream stream)
{
  struct rt_call c;
  if (!bytes)
    return PX_OK;
  if (rt_begin (&c, "px_memset_async"))
    return c.status;
  return rt_end (&c,
		 rt_driver.cuMemsetD8Async ((CUdeviceptr) (uintptr_t) pointer,
					    (unsigned char) value, bytes, stream),
		 "%zu bytes at %p", bytes, pointer);
}

PX_EXPORT px_status
px_memset32 (void *pointer, uint32_t value, size_t count)
{
  struct rt_call c;
  if (!count)
    return PX_OK;
  if (rt_begin (&c, "px_memset32"))
    return c.status;
  RT_NEED (&c, cuMemsetD32_v2);
  return rt_end (&c, rt_driver.cuMemsetD32_v2 ((CUdeviceptr) (uintptr_t) pointer, value, count),
		 "%zu words at %p", count, pointer);
}

PX_EXPORT px_status
px_memset32_async (void *pointer, uint32_t value, size_t count, px_stream stream)
{
  struct rt_call c;
  if (!count)
    return PX_OK;
  if (rt_begin (&c, "px_memset32_async"))
    return c.status;
  RT_NEED (&c, cuMemsetD32Async);
  return rt_end (&c,
		 rt_driver.cuMemsetD32Async ((CUdeviceptr) (uintptr_t) pointer, value, count,
					     stream),
		 "%zu words at %p", count, pointer);
}
