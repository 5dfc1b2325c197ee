/* SPDX-License-Identifier: MIT */
/* The attributes of pointers, from the allocation (mem.c) that contains the address.  */
#include "emulator/driver/drv.h"

#include <string.h>

/* Returns the CUmemorytype of a range of the engine.  */
static CUmemorytype
range_type (const px_emu_range *r)
{
  return r->kind == PX_EMU_MEM_PINNED ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/* Returns attribute A of P.  KNOWN: R is its range and M, if not NULL, its allocation; else the
   values for an unknown pointer.  */
static CUresult
pointer_attribute (void *data, CUpointer_attribute a, CUdeviceptr p, bool known,
		   const px_emu_range *r, const struct mem *m, struct ctx *c)
{
#define GIVE(type, value) \
  do \
    { \
      type v_ = (value); \
      memcpy (data, &v_, sizeof v_); \
      return CUDA_SUCCESS; \
    } \
  while (0)
  bool man = known && r->kind == PX_EMU_MEM_MANAGED;
  bool host = known && (r->kind == PX_EMU_MEM_PINNED || man);

  if (!data)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      GIVE (CUcontext, !known ? NULL : m && m->ctx ? m->ctx->handle : c->handle);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: GIVE (unsigned, known ? range_type (r) : 0);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: GIVE (CUdeviceptr, known ? p : 0);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (known && !host)
	return CUDA_ERROR_INVALID_VALUE;
      GIVE (void *, host ? (void *) (uintptr_t) p : NULL);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: GIVE (unsigned, m && m->sync);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: GIVE (unsigned long long, m ? m->id : 0);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: GIVE (unsigned, man);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: GIVE (int, known ? 0 : CU_DEVICE_INVALID);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: GIVE (unsigned, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: GIVE (CUdeviceptr, known ? r->base : 0);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: GIVE (size_t, known ? r->size : 0);
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
      GIVE (CUdeviceptr, m && m->kind == MEM_MAPPED ? m->base : known ? r->base : 0);
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
      GIVE (size_t, m && m->kind == MEM_MAPPED ? m->size : known ? r->size : 0);
    case CU_POINTER_ATTRIBUTE_MAPPED: GIVE (unsigned, known);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: GIVE (uint64_t, 0);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      GIVE (unsigned, known ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : 0);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      GIVE (CUmemoryPool, m && m->pool ? *(CUmemoryPool *) m->pool : NULL);
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: GIVE (unsigned long long, m ? m->id : 0);
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return CUDA_ERROR_NOT_SUPPORTED;
    }
  return CUDA_ERROR_INVALID_VALUE;
#undef GIVE
}

CUresult
cuPointerGetAttribute (void *data, CUpointer_attribute a, CUdeviceptr p)
{
  px_emu_range r;
  ENTER (IN_HEALTH, c);
  if (!px_emu_mem_find (drv.emu, p, &r))
    return CUDA_ERROR_INVALID_VALUE;
  return pointer_attribute (data, a, p, true, &r, mem_find (p), c);
}

CUresult
cuPointerGetAttributes (unsigned n, CUpointer_attribute *a, void **data, CUdeviceptr p)
{
  px_emu_range range;
  bool known;
  ENTER (IN_HEALTH, c);
  if (!n || !a || !data)
    return CUDA_ERROR_INVALID_VALUE;
  known = px_emu_mem_find (drv.emu, p, &range);
  for (unsigned i = 0; i < n; i++)
    {
      CUresult r = pointer_attribute (data[i], a[i], p, known, &range, mem_find (p), c);
      /* A device pointer has no host pointer: return NULL.  */
      if (r == CUDA_ERROR_INVALID_VALUE && data[i] && a[i] == CU_POINTER_ATTRIBUTE_HOST_POINTER)
	memset (data[i], 0, sizeof (void *));
      else if (r)
	return r;
    }
  return CUDA_SUCCESS;
}

CUresult
cuPointerSetAttribute (const void *value, CUpointer_attribute a, CUdeviceptr p)
{
  struct mem *m;
  unsigned v;
  ENTER (IN_HEALTH, c);
  m = mem_find (p);
  if (!value || !m || a != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (&v, value, sizeof v);
  m->sync = v != 0;
  return CUDA_SUCCESS;
}
