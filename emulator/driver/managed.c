/* SPDX-License-Identifier: MIT */
/* Managed memory: prefetches and advice, which are checked and stored, and queries of a range.
   Uses the allocations of mem.c.  The host can access all memory, so nothing moves.  */
#include "emulator/driver/drv.h"

#include <string.h>

/* Returns an error unless [P, P + N) is managed.  */
static CUresult
managed (CUdeviceptr p, size_t n)
{
  struct mem *m = mem_find (p);
  return m && m->kind == MEM_MANAGED && n && n <= m->size - (p - m->base)
	   ? CUDA_SUCCESS
	   : CUDA_ERROR_INVALID_VALUE;
}

/* Returns the location that an old function's device number denotes.  */
static CUmemLocation
device_location (CUdevice dev)
{
  CUmemLocation l = { CU_MEM_LOCATION_TYPE_DEVICE, dev };
  if (dev == CU_DEVICE_CPU)
    l = (CUmemLocation){ CU_MEM_LOCATION_TYPE_HOST, 0 };
  return l;
}

static bool
location_ok (CUmemLocation l)
{
  switch (l.type)
    {
    case CU_MEM_LOCATION_TYPE_DEVICE: return l.id == 0;
    case CU_MEM_LOCATION_TYPE_HOST: return true;
    case CU_MEM_LOCATION_TYPE_HOST_NUMA: return l.id == 0;
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: return true;
    default: return false;
    }
}

/* Returns the number of the device at L for the old attributes.  */
static int32_t
location_device (CUmemLocation l)
{
  return l.type == CU_MEM_LOCATION_TYPE_INVALID	 ? CU_DEVICE_INVALID
	 : l.type == CU_MEM_LOCATION_TYPE_DEVICE ? l.id
						 : CU_DEVICE_CPU;
}

/* Host and device share one memory, so a prefetch moves nothing.  */
static CUresult
prefetch (CUdeviceptr p, size_t n, CUmemLocation where, CUstream stream)
{
  struct stream *s;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = stream_get (c, stream, &s);
  if (!r)
    r = managed (p, n);
  if (r)
    return r;
  if (!location_ok (where))
    return CUDA_ERROR_INVALID_DEVICE;
  r = stream_push (s, NULL, NULL);
  if (!r)
    mem_find (p)->prefetched = where;
  return r;
}

STREAM_API (cuMemPrefetchAsync, stream, (CUdeviceptr p, size_t n, CUdevice dev, CUstream stream),
	    (p, n, dev, stream))
{
  return prefetch (p, n, device_location (dev), stream);
}

STREAM_API (cuMemPrefetchAsync_v2, stream,
	    (CUdeviceptr p, size_t n, CUmemLocation where, unsigned flags, CUstream stream),
	    (p, n, where, flags, stream))
{
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  return prefetch (p, n, where, stream);
}

CUresult
cuMemAdvise_v2 (CUdeviceptr p, size_t n, CUmem_advise advice, CUmemLocation where)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = managed (p, n);
  if (r)
    return r;
  m = mem_find (p);
  switch (advice)
    {
    case CU_MEM_ADVISE_SET_READ_MOSTLY:
    case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
      m->read_mostly = advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
      return CUDA_SUCCESS;
    case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
      m->preferred = (CUmemLocation){ CU_MEM_LOCATION_TYPE_INVALID, 0 };
      return CUDA_SUCCESS;
    case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
      if (!location_ok (where))
	return CUDA_ERROR_INVALID_DEVICE;
      m->preferred = where;
      return CUDA_SUCCESS;
    case CU_MEM_ADVISE_SET_ACCESSED_BY:
    case CU_MEM_ADVISE_UNSET_ACCESSED_BY:
      if (!location_ok (where))
	return CUDA_ERROR_INVALID_DEVICE;
      if (where.type == CU_MEM_LOCATION_TYPE_DEVICE)
	m->accessed = advice == CU_MEM_ADVISE_SET_ACCESSED_BY;
      return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
cuMemAdvise (CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice dev)
{
  return cuMemAdvise_v2 (p, n, advice, device_location (dev));
}

/* Returns attribute A of M in SIZE bytes at DATA.  */
static CUresult
range_attribute (const struct mem *m, void *data, size_t size, CUmem_range_attribute a)
{
  int32_t v;
  switch (a)
    {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: v = m->read_mostly; break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: v = location_device (m->preferred); break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: v = location_device (m->prefetched); break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: v = (int32_t) m->preferred.type; break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: v = m->preferred.id; break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
      v = (int32_t) m->prefetched.type;
      break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: v = m->prefetched.id; break;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: v = m->accessed ? 0 : CU_DEVICE_INVALID; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  if (!data || !size || size % sizeof v
      || (a != CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY && size != sizeof v))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (data, &v, sizeof v);
  /* The rest of the list of devices is filled.  */
  v = CU_DEVICE_INVALID;
  for (size_t i = sizeof v; i < size; i += sizeof v)
    memcpy ((char *) data + i, &v, sizeof v);
  return CUDA_SUCCESS;
}

CUresult
cuMemRangeGetAttribute (void *data, size_t size, CUmem_range_attribute a, CUdeviceptr p, size_t n)
{
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = managed (p, n);
  return r ? r : range_attribute (mem_find (p), data, size, a);
}

CUresult
cuMemRangeGetAttributes (void **data, size_t *sizes, CUmem_range_attribute *a, size_t count,
			 CUdeviceptr p, size_t n)
{
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!data || !sizes || !a || !count)
    return CUDA_ERROR_INVALID_VALUE;
  r = managed (p, n);
  for (size_t i = 0; !r && i < count; i++)
    r = range_attribute (mem_find (p), data[i], sizes[i], a[i]);
  return r;
}

STREAM_API (cuStreamAttachMemAsync, stream,
	    (CUstream stream, CUdeviceptr p, size_t n, unsigned flags), (stream, p, n, flags))
{
  struct mem *m;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  m = mem_find (p);
  if (!m || m->kind != MEM_MANAGED || m->base != p || (n && n != m->size)
      || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST
	  && flags != CU_MEM_ATTACH_SINGLE))
    return CUDA_ERROR_INVALID_VALUE;
  return stream_push (s, NULL, NULL);
}
