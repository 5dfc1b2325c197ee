/* SPDX-License-Identifier: MIT */
/* Memory of the device and of the host, copies, fills, pools, words in memory
   that streams write and wait for.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  ALIGN = 512,
  PAGE = 4096, /* of memory that other processes may open (emulator/driver/ipc.c) */
  STAGE = 1 << 20,
  MARGIN = 4096 /* behind checked memory */
};

/* ---- allocations ---- */

static struct mem **mems; /* by address */
static bool frees;	  /* the program does free memory */
static size_t nmems, cap_mems;

/* Host memory whose end waits for running kernels: a kernel with a stray
   pointer must not meet an unmapped page.  */
static void **dead;
static size_t ndead, cap_dead;

/* The index of the first allocation above ADDR.  */
static size_t
above (uintptr_t addr)
{
  size_t lo = 0, hi = nmems;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (mems[mid]->base <= addr)
	lo = mid + 1;
      else
	hi = mid;
    }
  return lo;
}

struct mem *
mem_find (uintptr_t addr)
{
  size_t i = above (addr);
  struct mem *m = i ? mems[i - 1] : NULL;
  return m && addr - m->base < m->size ? m : NULL;
}

static bool
mem_insert (struct mem *m)
{
  size_t i;
  if (nmems == cap_mems)
    {
      size_t cap = cap_mems ? 2 * cap_mems : 64;
      struct mem **p = realloc (mems, cap * sizeof *p);
      if (!p)
	return false;
      mems = p;
      cap_mems = cap;
    }
  i = above (m->base);
  memmove (mems + i + 1, mems + i, (nmems - i) * sizeof *mems);
  mems[i] = m;
  nmems++;
  return true;
}

static bool
counts (const struct mem *m)
{
  return m->kind != MEM_HOST && m->kind != MEM_REGISTERED;
}

struct mem *
mem_opened (int owner, uint64_t file)
{
  for (size_t i = 0; i < nmems; i++)
    if (mems[i]->opened && mems[i]->owner == owner && mems[i]->file == file)
      return mems[i];
  return NULL;
}

struct mem *
mem_adopt (struct ctx *c, void *base, size_t size, enum mem_kind kind, unsigned flags)
{
  static const enum px_emu_mem known[] = { [MEM_DEVICE] = PX_EMU_MEM_DEVICE,
					   [MEM_HOST] = PX_EMU_MEM_PINNED,
					   [MEM_REGISTERED] = PX_EMU_MEM_PINNED,
					   [MEM_MANAGED] = PX_EMU_MEM_MANAGED,
					   [MEM_POOLED] = PX_EMU_MEM_DEVICE };
  struct mem *m = calloc (1, sizeof *m);
  if (!m)
    return NULL;
  m->base = (uintptr_t) base;
  m->size = size;
  m->kind = kind;
  m->flags = flags;
  m->ctx = c;
  m->id = ++drv.last_id;
  if (px_emu_checking (drv.emu))
    guard_callers (&m->callers);
  drv.host_memory |= kind == MEM_HOST || kind == MEM_REGISTERED || kind == MEM_MANAGED;
  if (!mem_insert (m))
    {
      free (m);
      return NULL;
    }
  if (!px_emu_mem_add (drv.emu, base, size, known[kind]))
    {
      size_t i = above (m->base) - 1;
      memmove (mems + i, mems + i + 1, (--nmems - i) * sizeof *mems);
      free (m);
      return NULL;
    }
  if (counts (m))
    drv.used += size;
  return m;
}

/* New memory; NULL if there is not enough.  */
struct mem *
mem_new (struct ctx *c, size_t size, enum mem_kind kind, unsigned flags)
{
  struct mem *m;
  void *p, *own;
  bool checked = px_emu_checking (drv.emu), host = kind == MEM_HOST || kind == MEM_MANAGED;
  /* What the host reaches has pages of its own (emulator/driver/guard.c).  */
  size_t align = checked && host ? MARGIN : kind == MEM_DEVICE || kind == MEM_POOLED ? PAGE : ALIGN;

  if (size > SIZE_MAX / 2
      || (kind != MEM_HOST && (size > drv.total || drv.used > drv.total - size)))
    return NULL;
  if ((own = device_new (size, host)))
    p = own;
  else if (posix_memalign (&p, align, ((size + align - 1) & -align) + (checked ? MARGIN : 0)))
    return NULL;
  m = mem_adopt (c, p, size, kind, flags);
  if (!m && !own)
    free (p);
  return m;
}

void
mem_reap (void)
{
  /* What is checked stays: a stale pointer must not meet new memory.  */
  if (drv.running || px_emu_checking (drv.emu))
    return;
  while (ndead)
    free (dead[--ndead]);
}

static void pool_less (struct pool *, size_t);

void
mem_end (struct mem *m)
{
  size_t i = above (m->base) - 1;
  memmove (mems + i, mems + i + 1, (--nmems - i) * sizeof *mems);
  px_emu_mem_remove (drv.emu, (void *) m->base);
  guard_forget (m->base, m->size);
  if (counts (m))
    drv.used -= m->size;
  if (m->pool)
    pool_less (m->pool, m->size);
  ipc_end (m);
  if (m->kind != MEM_REGISTERED && !m->opened)
    {
      if (ndead == cap_dead)
	{
	  size_t cap = cap_dead ? 2 * cap_dead : 16;
	  void **p = realloc (dead, cap * sizeof *p);
	  if (p)
	    {
	      dead = p;
	      cap_dead = cap;
	    }
	}
      if (ndead < cap_dead)
	dead[ndead++] = (void *) m->base;
      uintptr_t page = (m->base + 4095) & -(uintptr_t) 4096;
      if (px_emu_checking (drv.emu) && m->base + m->size > page)
	madvise ((void *) page, (m->base + m->size - page) & -(size_t) 4096, MADV_DONTNEED);
      device_end ((void *) m->base, m->size);
    }
  free (m);
  mem_reap ();
}

static void
leak (const struct mem *m)
{
  char where[600];
  if (!counts (m) || m->opened || m->graph || m->freed || !px_emu_checking (drv.emu))
    return;
  guard_started (&m->callers, "the allocation", where, sizeof where);
  px_emu_check_leak (drv.emu, m->size, where);
}

void
mem_leaks (void)
{
  for (size_t i = 0; frees && i < nmems; i++)
    leak (mems[i]);
}

void
mem_end_all (struct ctx *c)
{
  for (size_t i = nmems; i--;)
    if (mems[i]->ctx == c)
      {
	if (!mems[i]->pool)
	  leak (mems[i]);
	mem_end (mems[i]);
      }
}

/* True if the device knows all of [ADDR, ADDR + SIZE), as one range.  */
static bool
range_ok (uintptr_t addr, size_t size)
{
  px_emu_range r;
  return px_emu_mem_find (drv.emu, addr, &r) && size <= r.size - (addr - r.base);
}

static CUresult
allocate (CUdeviceptr *p, size_t size, enum mem_kind kind, unsigned flags)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p || !size)
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (r)
    return r;
  m = mem_new (c, size, kind, flags);
  if (!m)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *p = m->base;
  return CUDA_SUCCESS;
}

CUresult
cuMemAlloc_v2 (CUdeviceptr *p, size_t size)
{
  return allocate (p, size, MEM_DEVICE, 0);
}

CUresult
cuMemAllocPitch_v2 (CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned element)
{
  size_t row, size;
  CUresult r;
  if (!pitch || !width || !height || (element != 4 && element != 8 && element != 16)
      || width > SIZE_MAX - ALIGN)
    return CUDA_ERROR_INVALID_VALUE;
  row = (width + ALIGN - 1) & -(size_t) ALIGN;
  if (__builtin_mul_overflow (row, height, &size))
    return CUDA_ERROR_INVALID_VALUE;
  r = allocate (p, size, MEM_DEVICE, 0);
  if (!r)
    *pitch = row;
  return r;
}

CUresult
cuMemAllocManaged (CUdeviceptr *p, size_t size, unsigned flags)
{
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate (p, size, MEM_MANAGED, flags);
}

/* P is freed, which M, NULL or what lies there, does not allow.  */
static CUresult
bad_free (uintptr_t p, const struct mem *m)
{
  char where[600];
  struct callers callers;
  if (px_emu_checking (drv.emu))
    {
      guard_callers (&callers);
      guard_started (&callers, "the free", where, sizeof where);
      px_emu_check_bad_free (drv.emu, p, m && m->base == p && m->freed ? m->size : 0, where);
    }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuMemFree_v2 (CUdeviceptr p)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p)
    return CUDA_SUCCESS;
  r = capture_unsafe (c);
  if (r)
    return r;
  m = mem_find (p);
  if (!m || m->base != p || !counts (m) || m->freed || m->opened)
    return bad_free (p, m);
  frees = true;
  if (m->graph)
    {
      ctx_drain (m->ctx);
      m = mem_find (p);
      if (m && m->base == p)
	m->freed = true;
      return CUDA_SUCCESS;
    }
  if (m->kind != MEM_POOLED)
    {
      ctx_drain (m->ctx);
      m = mem_find (p); /* another thread may have been faster */
      if (!m || m->base != p || !counts (m))
	return CUDA_ERROR_INVALID_VALUE;
    }
  mem_end (m);
  return CUDA_SUCCESS;
}

CUresult
cuMemGetInfo_v2 (size_t *avail, size_t *total)
{
  ENTER (IN_HEALTH, c);
  if (avail)
    *avail = drv.total - drv.used;
  if (total)
    *total = drv.total;
  return CUDA_SUCCESS;
}

CUresult
cuMemGetInfo (unsigned *avail, unsigned *total)
{
  size_t a, t;
  CUresult r = cuMemGetInfo_v2 (&a, &t);
  if (r)
    return r;
  if (avail)
    *avail = a > UINT32_MAX ? UINT32_MAX : (unsigned) a;
  if (total)
    *total = t > UINT32_MAX ? UINT32_MAX : (unsigned) t;
  return CUDA_SUCCESS;
}

CUresult
cuMemGetAddressRange_v2 (CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
  px_emu_range r;
  ENTER (IN_HEALTH, c);
  if (!px_emu_mem_find (drv.emu, p, &r))
    return CUDA_ERROR_NOT_FOUND;
  if (base)
    *base = r.base;
  if (size)
    *size = r.size;
  return CUDA_SUCCESS;
}

/* ---- host memory ---- */

CUresult
cuMemHostAlloc (void **p, size_t size, unsigned flags)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p || !size
      || (flags
	  & ~(unsigned) (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP
			 | CU_MEMHOSTALLOC_WRITECOMBINED)))
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (r)
    return r;
  m = mem_new (c, size, MEM_HOST, flags);
  if (!m)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *p = (void *) m->base;
  return CUDA_SUCCESS;
}

CUresult
cuMemAllocHost_v2 (void **p, size_t size)
{
  return cuMemHostAlloc (p, size, 0);
}

CUresult
cuMemAllocHost (void **p, unsigned size)
{
  return cuMemHostAlloc (p, size, 0);
}

CUresult
cuMemFreeHost (void *p)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p)
    return CUDA_SUCCESS;
  r = capture_unsafe (c);
  if (r)
    return r;
  m = mem_find ((uintptr_t) p);
  if (m && m->base == (uintptr_t) p && m->kind == MEM_HOST)
    {
      ctx_drain (m->ctx);
      m = mem_find ((uintptr_t) p);
    }
  if (!m || m->base != (uintptr_t) p || m->kind != MEM_HOST)
    return bad_free ((uintptr_t) p, m);
  mem_end (m);
  return CUDA_SUCCESS;
}

CUresult
cuMemHostRegister_v2 (void *p, size_t size, unsigned flags)
{
  size_t i;
  uintptr_t a = (uintptr_t) p;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p || !size || size > UINTPTR_MAX - a
      || (flags
	  & ~(unsigned) (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP
			 | CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY)))
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (r)
    return r;
  if (flags & CU_MEMHOSTREGISTER_IOMEMORY)
    return CUDA_ERROR_NOT_SUPPORTED;
  i = above (a + size - 1);
  if (i && mems[i - 1]->base + mems[i - 1]->size > a)
    return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  return mem_adopt (c, p, size, MEM_REGISTERED, flags) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
SAME (cuMemHostRegister, cuMemHostRegister_v2);

CUresult
cuMemHostUnregister (void *p)
{
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (r)
    return r;
  m = mem_find ((uintptr_t) p);
  if (m)
    {
      ctx_drain (m->ctx);
      m = mem_find ((uintptr_t) p);
    }
  if (!m || m->base != (uintptr_t) p || m->kind != MEM_REGISTERED)
    return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  mem_end (m);
  return CUDA_SUCCESS;
}

/* The pinned allocation that contains P, or NULL.  */
static struct mem *
pinned (const void *p)
{
  struct mem *m = mem_find ((uintptr_t) p);
  return m && (m->kind == MEM_HOST || m->kind == MEM_REGISTERED) ? m : NULL;
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *dptr, void *p, unsigned flags)
{
  ENTER (IN_HEALTH, c);
  if (!dptr || flags || !pinned (p))
    return CUDA_ERROR_INVALID_VALUE;
  *dptr = (uintptr_t) p;
  return CUDA_SUCCESS;
}

CUresult
cuMemHostGetFlags (unsigned *flags, void *p)
{
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = pinned (p);
  if (!flags || !m)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = m->flags;
  return CUDA_SUCCESS;
}

/* ---- managed memory ---- */

/* CUDA_SUCCESS if [P, P + N) is managed.  */
static CUresult
managed (CUdeviceptr p, size_t n)
{
  struct mem *m = mem_find (p);
  return m && m->kind == MEM_MANAGED && n && n <= m->size - (p - m->base)
	   ? CUDA_SUCCESS
	   : CUDA_ERROR_INVALID_VALUE;
}

/* The location that an old function's device number means.  */
static CUmemLocation
location (CUdevice dev)
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

/* The number of the device at L for the old attributes.  */
static int32_t
location_device (CUmemLocation l)
{
  return l.type == CU_MEM_LOCATION_TYPE_INVALID	 ? CU_DEVICE_INVALID
	 : l.type == CU_MEM_LOCATION_TYPE_DEVICE ? l.id
						 : CU_DEVICE_CPU;
}

/* The host and the device share one memory: nothing has to move.  */
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
  return prefetch (p, n, location (dev), stream);
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
  return cuMemAdvise_v2 (p, n, advice, location (dev));
}

/* Attribute A of M, SIZE bytes at DATA.  */
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
  /* The list of devices is filled up.  */
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

/* ---- attributes of pointers ---- */

/* What KIND of the engine's memory a pointer is for.  */
static CUmemorytype
memory_type (const px_emu_range *r)
{
  return r->kind == PX_EMU_MEM_PINNED ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/* Attribute A of P.  KNOWN: R is its range and M, if not NULL, its
   allocation; else the values of an unknown pointer.  */
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
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: GIVE (unsigned, known ? memory_type (r) : 0);
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
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: GIVE (CUdeviceptr, known ? r->base : 0);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: GIVE (size_t, known ? r->size : 0);
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
      /* A device pointer has no host pointer: NULL here.  */
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

/* ---- copies ---- */

/* One side of a copy.  */
struct side
{
  CUmemorytype type;
  const void *host;
  CUdeviceptr device;
  CUarray array;
  size_t x, y, z, lod, pitch, height;
};

/* Resolves S for a copy of WIDTH bytes by HEIGHT by DEPTH: its first byte, the
   distances of rows and slices, whether the device must know it.  */
static CUresult
side_resolve (struct side *s, size_t width, size_t height, size_t depth, char **first,
	      size_t *pitch, size_t *slice, bool *device)
{
  size_t end, row, off, t;
  uintptr_t base;

  switch (s->type)
    {
    case CU_MEMORYTYPE_HOST:
      base = (uintptr_t) s->host;
      *device = false;
      break;
    case CU_MEMORYTYPE_DEVICE:
      base = s->device;
      *device = true;
      break;
    case CU_MEMORYTYPE_UNIFIED:
      {
	px_emu_range r;
	base = s->device;
	*device = px_emu_mem_find (drv.emu, base, &r);
      }
      break;
    case CU_MEMORYTYPE_ARRAY:
      {
	struct array_rows rows;
	CUresult r = array_side (s->array, s->x, s->y, s->z, width, height, depth, &rows);
	if (r)
	  return r;
	base = rows.base;
	s->pitch = rows.pitch;
	s->height = rows.height;
	*device = true;
      }
      break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  if (!base || s->lod || __builtin_add_overflow (s->x, width, &row))
    return CUDA_ERROR_INVALID_VALUE;
  *pitch = s->pitch ? s->pitch : row;
  if (*pitch < row && (height > 1 || depth > 1))
    return CUDA_ERROR_INVALID_VALUE;
  t = s->height ? s->height : height + s->y;
  if (t < height && depth > 1)
    return CUDA_ERROR_INVALID_VALUE;
  if (__builtin_mul_overflow (*pitch, t, slice) || __builtin_mul_overflow (*slice, s->z, &off)
      || __builtin_mul_overflow (*pitch, s->y, &t) || __builtin_add_overflow (off, t, &off)
      || __builtin_add_overflow (off, s->x, &off) || __builtin_add_overflow (base, off, &base)
      || __builtin_mul_overflow (*slice, depth - 1, &end)
      || __builtin_mul_overflow (*pitch, height - 1, &t) || __builtin_add_overflow (end, t, &end)
      || __builtin_add_overflow (end, width, &end) || __builtin_add_overflow (base, end, &t))
    return CUDA_ERROR_INVALID_VALUE;
  if (*device && !range_ok (base, end))
    return CUDA_ERROR_INVALID_VALUE;
  *first = (char *) base;
  return CUDA_SUCCESS;
}

CUresult
copy_action (const CUDA_MEMCPY3D *p, struct action **act)
{
  struct side s = { p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcXInBytes,
		    p->srcY,	      p->srcZ,	  p->srcLOD,	p->srcPitch, p->srcHeight };
  struct side d = { p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstXInBytes,
		    p->dstY,	      p->dstZ,	  p->dstLOD,	p->dstPitch, p->dstHeight };
  struct action *a = action_new (ACT_COPY);
  CUresult r = CUDA_SUCCESS;
  char *src = NULL;

  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->copy.p = *p;
  if (p->WidthInBytes && p->Height && p->Depth)
    {
      r = side_resolve (&s, p->WidthInBytes, p->Height, p->Depth, &src, &a->copy.src_pitch,
			&a->copy.src_slice, &a->copy.src_device);
      if (!r)
	r = side_resolve (&d, p->WidthInBytes, p->Height, p->Depth, &a->copy.dst,
			  &a->copy.dst_pitch, &a->copy.dst_slice, &a->copy.dst_device);
      a->copy.src = src;
    }
  if (r)
    {
      action_unref (a);
      a = NULL;
    }
  *act = a;
  return r;
}

/* Bytes from the first to the last of a side with these distances.  */
static size_t
extent (const struct copy *k, size_t pitch, size_t slice)
{
  return slice * (k->p.Depth - 1) + pitch * (k->p.Height - 1) + k->p.WidthInBytes;
}

/* OP, WHAT, uses memory that is no more.  */
static CUresult
use_freed (const struct op *op, const char *what)
{
  char where[600];
  guard_started (&op->callers, what, where, sizeof where);
  px_emu_check_late (drv.emu, what, where);
  drv_say ("%s uses memory that was freed before it ran", what);
  return CUDA_ERROR_ILLEGAL_ADDRESS;
}

/* Of the host, not of the device or managed.  */
static bool
is_host (const void *p)
{
  px_emu_range r;
  return !px_emu_mem_find (drv.emu, (uintptr_t) p, &r) || r.kind == PX_EMU_MEM_PINNED;
}

CUresult
copy_run (const struct op *op)
{
  const struct copy *k = &op->act->copy;
  const char *src = k->staged ? k->staged : k->src;
  if (!k->p.WidthInBytes || !k->p.Height || !k->p.Depth)
    return CUDA_SUCCESS;
  if ((k->dst_device && !range_ok ((uintptr_t) k->dst, extent (k, k->dst_pitch, k->dst_slice)))
      || (k->src_device && !range_ok ((uintptr_t) k->src, extent (k, k->src_pitch, k->src_slice))))
    return use_freed (op, "a copy");
  /* libpx and px-run copy whole buffers back.  */
  bool out = drv.runtime && px_emu_checking (drv.emu) && k->src_device && is_host (k->dst);
  uint64_t unwritten = 0, first = 0, at;
  size_t lost;
  drv.running++;
  pthread_mutex_unlock (&drv.lock);
  for (size_t z = 0; z < k->p.Depth; z++)
    for (size_t y = 0; y < k->p.Height; y++)
      {
	char *to = k->dst + z * k->dst_slice + y * k->dst_pitch;
	const char *from = src + z * k->src_slice + y * k->src_pitch;
	if (out
	    && (lost = px_emu_check_unwritten (drv.emu, (uintptr_t) from, k->p.WidthInBytes, &at)))
	  {
	    first = unwritten ? first : at;
	    unwritten += lost;
	  }
	memmove (to, from, k->p.WidthInBytes);
	if (k->dst_device)
	  px_emu_check_copy (drv.emu, (uintptr_t) to, (uintptr_t) from, k->p.WidthInBytes);
      }
  pthread_mutex_lock (&drv.lock);
  drv.running--;
  if (unwritten)
    {
      char where[600];
      guard_started (&op->callers, "the copy", where, sizeof where);
      px_emu_check_copied_out (drv.emu, unwritten, k->p.WidthInBytes * k->p.Height * k->p.Depth,
			       first, where);
    }
  mem_reap ();
  return CUDA_SUCCESS;
}

/* True if a copy reads or writes host memory that is not pinned.  */
static bool
pageable (const void *p, bool device)
{
  px_emu_range r;
  return !device && p && !px_emu_mem_find (drv.emu, (uintptr_t) p, &r);
}

/* Does P in STREAM: before it returns if SYNC.  An asynchronous copy of
   pageable memory is done with the source when it returns, and with the
   target too.  */
static CUresult
copy (const CUDA_MEMCPY3D *p, CUstream stream, bool sync)
{
  struct action *a;
  CUresult r = CUDA_SUCCESS;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  r = copy_action (p, &a);
  if (r)
    return r;
  if (sync)
    return stream_do (s, a);
  if (!s->capture)
    {
      struct copy *k = &a->copy;
      size_t n = p->WidthInBytes;
      if (pageable (k->dst, k->dst_device))
	return stream_do (s, a);
      if (pageable (k->src, k->src_device))
	{
	  if (p->Height != 1 || p->Depth != 1 || n > STAGE || !(k->staged = malloc (n)))
	    return stream_do (s, a);
	  memcpy (k->staged, k->src, n);
	}
    }
  return stream_push (s, a, NULL);
}

/* A copy of N bytes from SRC to DST.  */
static CUresult
linear (CUmemorytype dt, uintptr_t dst, CUmemorytype st, uintptr_t src, size_t n, CUstream stream,
	bool sync)
{
  CUDA_MEMCPY3D p = { .srcMemoryType = st,
		      .srcHost = (void *) src,
		      .srcDevice = src,
		      .dstMemoryType = dt,
		      .dstHost = (void *) dst,
		      .dstDevice = dst,
		      .WidthInBytes = n,
		      .Height = 1,
		      .Depth = 1 };
  return copy (&p, stream, sync);
}

/* One row a function of this shape: synchronous and asynchronous.  */
#define LINEAR(sync_name, async_name, dst_t, dst_kind, src_t, src_kind) \
  THREAD_API (sync_name, stream, (dst_t dst, src_t src, size_t n), (dst, src, n)) \
  { \
    return linear (dst_kind, (uintptr_t) dst, src_kind, (uintptr_t) src, n, stream, true); \
  } \
  STREAM_API (async_name, stream, (dst_t dst, src_t src, size_t n, CUstream stream), \
	      (dst, src, n, stream)) \
  { \
    return linear (dst_kind, (uintptr_t) dst, src_kind, (uintptr_t) src, n, stream, false); \
  }

typedef const void *const_ptr;
typedef void *ptr;
LINEAR (cuMemcpy, cuMemcpyAsync, CUdeviceptr, CU_MEMORYTYPE_UNIFIED, CUdeviceptr,
	CU_MEMORYTYPE_UNIFIED)
LINEAR (cuMemcpyHtoD_v2, cuMemcpyHtoDAsync_v2, CUdeviceptr, CU_MEMORYTYPE_DEVICE, const_ptr,
	CU_MEMORYTYPE_HOST)
LINEAR (cuMemcpyDtoH_v2, cuMemcpyDtoHAsync_v2, ptr, CU_MEMORYTYPE_HOST, CUdeviceptr,
	CU_MEMORYTYPE_DEVICE)
LINEAR (cuMemcpyDtoD_v2, cuMemcpyDtoDAsync_v2, CUdeviceptr, CU_MEMORYTYPE_DEVICE, CUdeviceptr,
	CU_MEMORYTYPE_DEVICE)

/* CUDA_SUCCESS if both contexts live.  */
static CUresult
both (CUcontext a, CUcontext b)
{
  ENTER (IN_DRIVER, c);
  return ctx_get (a) && ctx_get (b) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

THREAD_API (cuMemcpyPeer, stream,
	    (CUdeviceptr dst, CUcontext dctx, CUdeviceptr src, CUcontext sctx, size_t n),
	    (dst, dctx, src, sctx, n))
{
  CUresult r = both (dctx, sctx);
  if (r)
    return r;
  return linear (CU_MEMORYTYPE_DEVICE, dst, CU_MEMORYTYPE_DEVICE, src, n, stream, true);
}

STREAM_API (cuMemcpyPeerAsync, stream,
	    (CUdeviceptr dst, CUcontext dctx, CUdeviceptr src, CUcontext sctx, size_t n,
	     CUstream stream),
	    (dst, dctx, src, sctx, n, stream))
{
  CUresult r = both (dctx, sctx);
  if (r)
    return r;
  return linear (CU_MEMORYTYPE_DEVICE, dst, CU_MEMORYTYPE_DEVICE, src, n, stream, false);
}

static CUresult
copy2 (const CUDA_MEMCPY2D *p, CUstream stream, bool sync)
{
  CUDA_MEMCPY3D q;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  q = (CUDA_MEMCPY3D){ .srcXInBytes = p->srcXInBytes,
		       .srcY = p->srcY,
		       .srcMemoryType = p->srcMemoryType,
		       .srcHost = p->srcHost,
		       .srcDevice = p->srcDevice,
		       .srcArray = p->srcArray,
		       .srcPitch = p->srcPitch,
		       .dstXInBytes = p->dstXInBytes,
		       .dstY = p->dstY,
		       .dstMemoryType = p->dstMemoryType,
		       .dstHost = p->dstHost,
		       .dstDevice = p->dstDevice,
		       .dstArray = p->dstArray,
		       .dstPitch = p->dstPitch,
		       .WidthInBytes = p->WidthInBytes,
		       .Height = p->Height,
		       .Depth = 1 };
  return copy (&q, stream, sync);
}

THREAD_API (cuMemcpy2D_v2, stream, (const CUDA_MEMCPY2D *p), (p))
{
  return copy2 (p, stream, true);
}

THREAD_API (cuMemcpy2DUnaligned_v2, stream, (const CUDA_MEMCPY2D *p), (p))
{
  return copy2 (p, stream, true);
}

STREAM_API (cuMemcpy2DAsync_v2, stream, (const CUDA_MEMCPY2D *p, CUstream stream), (p, stream))
{
  return copy2 (p, stream, false);
}

THREAD_API (cuMemcpy3D_v2, stream, (const CUDA_MEMCPY3D *p), (p))
{
  return p ? copy (p, stream, true) : CUDA_ERROR_INVALID_VALUE;
}

STREAM_API (cuMemcpy3DAsync_v2, stream, (const CUDA_MEMCPY3D *p, CUstream stream), (p, stream))
{
  return p ? copy (p, stream, false) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
copy3_peer (const CUDA_MEMCPY3D_PEER *p, CUstream stream, bool sync)
{
  CUDA_MEMCPY3D q;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult r = both (p->dstContext, p->srcContext);
  if (r)
    return r;
  /* The two structures differ in the contexts, where the other has reserved
     fields.  */
  _Static_assert(sizeof q == sizeof *p, "CUDA_MEMCPY3D_PEER");
  memcpy (&q, p, sizeof q);
  q.reserved0 = q.reserved1 = NULL;
  return copy (&q, stream, sync);
}

THREAD_API (cuMemcpy3DPeer, stream, (const CUDA_MEMCPY3D_PEER *p), (p))
{
  return copy3_peer (p, stream, true);
}

STREAM_API (cuMemcpy3DPeerAsync, stream, (const CUDA_MEMCPY3D_PEER *p, CUstream stream),
	    (p, stream))
{
  return copy3_peer (p, stream, false);
}

/* ---- fills ---- */

/* Bytes from the first to the last of a fill; false if they overflow.  */
static bool
fill_extent (const CUDA_MEMSET_NODE_PARAMS *p, size_t *size)
{
  size_t row, t;
  if (__builtin_mul_overflow (p->width, (size_t) p->elementSize, &row))
    return false;
  if (p->height == 1)
    {
      *size = row;
      return true;
    }
  return p->pitch >= row && p->pitch % p->elementSize == 0
	 && !__builtin_mul_overflow (p->pitch, p->height - 1, &t)
	 && !__builtin_add_overflow (t, row, size);
}

CUresult
fill_action (const CUDA_MEMSET_NODE_PARAMS *p, struct action **act)
{
  struct action *a;
  size_t size;
  if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
    return CUDA_ERROR_INVALID_VALUE;
  if (p->width && p->height
      && (p->dst % p->elementSize || !fill_extent (p, &size) || !range_ok (p->dst, size)))
    return CUDA_ERROR_INVALID_VALUE;
  a = action_new (ACT_FILL);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->fill = *p;
  *act = a;
  return CUDA_SUCCESS;
}

CUresult
fill_run (const struct op *op)
{
  const CUDA_MEMSET_NODE_PARAMS *p = &op->act->fill;
  size_t size;
  if (!p->width || !p->height)
    return CUDA_SUCCESS;
  if (!fill_extent (p, &size) || !range_ok (p->dst, size))
    return use_freed (op, "a memset");
  drv.running++;
  pthread_mutex_unlock (&drv.lock);
  for (size_t y = 0; y < p->height; y++)
    {
      char *row = (char *) (uintptr_t) p->dst + y * p->pitch;
      px_emu_check_write (drv.emu, (uintptr_t) row, (size_t) p->width * p->elementSize);
      if (p->elementSize == 1)
	memset (row, (int) p->value, p->width);
      else if (p->elementSize == 2)
	for (size_t i = 0; i < p->width; i++)
	  ((uint16_t *) (void *) row)[i] = (uint16_t) p->value;
      else
	for (size_t i = 0; i < p->width; i++)
	  ((uint32_t *) (void *) row)[i] = p->value;
    }
  pthread_mutex_lock (&drv.lock);
  drv.running--;
  mem_reap ();
  return CUDA_SUCCESS;
}

/* Fills are asynchronous to the host, those of pinned memory excepted.  */
static CUresult
fill (CUdeviceptr dst, size_t pitch, unsigned value, unsigned element, size_t width, size_t height,
      CUstream stream, bool sync)
{
  CUDA_MEMSET_NODE_PARAMS p = { dst, pitch, value, element, width, height };
  struct stream *s;
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = stream_get (c, stream, &s);
  if (r)
    return r;
  r = fill_action (&p, &a);
  if (r)
    return r;
  if (sync && pinned ((void *) (uintptr_t) dst))
    return stream_do (s, a);
  return stream_push (s, a, NULL);
}

/* One row an element size.  */
#define FILL(bits, type) \
  THREAD_API (cuMemsetD##bits##_v2, stream, (CUdeviceptr dst, type v, size_t n), (dst, v, n)) \
  { \
    return fill (dst, 0, v, bits / 8, n, 1, stream, true); \
  } \
  STREAM_API (cuMemsetD##bits##Async, stream, \
	      (CUdeviceptr dst, type v, size_t n, CUstream stream), (dst, v, n, stream)) \
  { \
    return fill (dst, 0, v, bits / 8, n, 1, stream, false); \
  } \
  THREAD_API (cuMemsetD2D##bits##_v2, stream, \
	      (CUdeviceptr dst, size_t pitch, type v, size_t w, size_t h), (dst, pitch, v, w, h)) \
  { \
    return fill (dst, pitch, v, bits / 8, w, h, stream, true); \
  } \
  STREAM_API (cuMemsetD2D##bits##Async, stream, \
	      (CUdeviceptr dst, size_t pitch, type v, size_t w, size_t h, CUstream stream), \
	      (dst, pitch, v, w, h, stream)) \
  { \
    return fill (dst, pitch, v, bits / 8, w, h, stream, false); \
  }

FILL (8, unsigned char)
FILL (16, unsigned short)
FILL (32, unsigned)

/* ---- words ---- */

/* True if V satisfies the wait of A.  */
static bool
word_there (const struct action *a, uint64_t v)
{
  uint64_t w = a->word.value;
  unsigned how = a->word.flags & ~(unsigned) CU_STREAM_WAIT_VALUE_FLUSH;
  if (how == CU_STREAM_WAIT_VALUE_GEQ)
    return a->word.size == 4 ? (int32_t) ((uint32_t) v - (uint32_t) w) >= 0
			     : (int64_t) (v - w) >= 0;
  if (a->word.size == 4)
    v = (uint32_t) v;
  if (how == CU_STREAM_WAIT_VALUE_EQ)
    return v == w;
  if (how == CU_STREAM_WAIT_VALUE_AND)
    return (v & w) != 0;
  v = ~(v | w);
  return (a->word.size == 4 ? (uint32_t) v : v) != 0;
}

/* CUDA_ERROR_NOT_READY: a wait that must be asked again.  */
CUresult
word_run (struct ctx *c, struct action *a)
{
  void *p = (void *) (uintptr_t) a->word.at;
  (void) c;
  if (!range_ok (a->word.at, a->word.size))
    {
      drv_say ("a stream %s a word in memory that was freed",
	       a->kind == ACT_WAIT ? "waits for" : "writes");
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
  if (a->kind == ACT_WAIT)
    {
      uint64_t v = a->word.size == 4 ? __atomic_load_n ((uint32_t *) p, __ATOMIC_ACQUIRE)
				     : __atomic_load_n ((uint64_t *) p, __ATOMIC_ACQUIRE);
      return word_there (a, v) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
    }
  if (a->word.size == 4)
    __atomic_store_n ((uint32_t *) p, (uint32_t) a->word.value, __ATOMIC_RELEASE);
  else
    __atomic_store_n ((uint64_t *) p, a->word.value, __ATOMIC_RELEASE);
  px_emu_check_write (drv.emu, a->word.at, a->word.size);
  return CUDA_SUCCESS;
}

static CUresult
word (enum act kind, CUstream stream, CUdeviceptr at, uint64_t value, unsigned size, unsigned flags)
{
  unsigned all = kind == ACT_WAIT
		   ? (unsigned) (CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH)
		   : (unsigned) CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER;
  struct stream *s;
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = stream_get (c, stream, &s);
  if (r)
    return r;
  if (at % size || !range_ok (at, size) || (flags & ~all))
    return CUDA_ERROR_INVALID_VALUE;
  if (s->capture)
    return CUDA_ERROR_NOT_SUPPORTED;
  a = action_new (kind);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->word.at = at;
  a->word.value = value;
  a->word.size = size;
  a->word.flags = flags;
  return stream_push (s, a, NULL);
}

#define WORD(symbol, kind, bits) \
  STREAM_API (symbol, stream, \
	      (CUstream stream, CUdeviceptr at, uint##bits##_t value, unsigned flags), \
	      (stream, at, value, flags)) \
  { \
    return word (kind, stream, at, value, bits / 8, flags); \
  }

WORD (cuStreamWriteValue32, ACT_WRITE, 32)
WORD (cuStreamWriteValue32_v2, ACT_WRITE, 32)
WORD (cuStreamWriteValue64, ACT_WRITE, 64)
WORD (cuStreamWriteValue64_v2, ACT_WRITE, 64)
WORD (cuStreamWaitValue32, ACT_WAIT, 32)
WORD (cuStreamWaitValue32_v2, ACT_WAIT, 32)
WORD (cuStreamWaitValue64, ACT_WAIT, 64)
WORD (cuStreamWaitValue64_v2, ACT_WAIT, 64)

/* ---- memory in the order of streams ---- */

struct pool
{
  CUmemoryPool handle; /* first: pointer_attribute reads it */
  struct pool *next;
  bool standard; /* the device's own */
  bool dying;	 /* destroyed, with allocations left */
  size_t used, high, max, threshold;
  int reuse[3];
};

static struct pool *pools; /* all of them */
static struct pool *standard_pool, *chosen_pool;

static struct pool *
pool_new (bool standard, size_t max)
{
  struct pool *p = calloc (1, sizeof *p);
  if (!p || !(p->handle = handle_new (K_POOL, p)))
    {
      free (p);
      return NULL;
    }
  p->standard = standard;
  p->max = max;
  for (int i = 0; i < 3; i++)
    p->reuse[i] = 1;
  p->next = pools;
  pools = p;
  return p;
}

static struct pool *
standard (void)
{
  if (!standard_pool)
    standard_pool = pool_new (true, 0);
  if (!chosen_pool)
    chosen_pool = standard_pool;
  return standard_pool;
}

static void
pool_end (struct pool *p)
{
  struct pool **q;
  for (q = &pools; *q != p; q = &(*q)->next)
    ;
  *q = p->next;
  free (p);
}

/* SIZE bytes of P are free.  */
static void
pool_less (struct pool *p, size_t size)
{
  p->used -= size;
  if (p->dying && !p->used)
    pool_end (p);
}

void
mem_end_graph (struct action *a)
{
  struct mem *m = mem_find (a->mem.base);
  if (m && m->id == a->mem.id && m->graph)
    mem_end (m);
}

void
mem_bytes (const struct action *a, px_emu_footprint *f)
{
  struct mem *m = mem_find (a->mem.base);
  if (a->mem.id && m && m->id == a->mem.id && !(a->kind == ACT_ALLOC && m->graph))
    px_emu_footprint_add (f, m->base, m->size, PX_EMU_WROTE);
}

CUresult
async_run (struct ctx *c, struct action *a)
{
  struct mem *m;
  (void) c;
  if (a->kind == ACT_FREE && a->mem.id)
    {
      m = mem_find (a->mem.base);
      if (m && m->id == a->mem.id)
	mem_end (m);
    }
  return CUDA_SUCCESS;
}

/* SIZE bytes of P, and an ACT_ALLOC that names them.  GRAPH: of a graph, which
   ends them with the last of its actions.  */
static CUresult
pooled_new (struct ctx *c, struct pool *p, size_t size, bool graph, struct action **act,
	    struct mem **mem)
{
  struct action *a;
  struct mem *m;
  if (p->max && size > p->max - p->used)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a = action_new (ACT_ALLOC);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  m = mem_new (c, size, MEM_POOLED, 0);
  if (!m)
    {
      action_unref (a);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  m->pool = p;
  m->graph = graph;
  p->used += size;
  if (p->used > p->high)
    p->high = p->used;
  a->mem.base = m->base;
  a->mem.id = m->id;
  *act = a;
  *mem = m;
  return CUDA_SUCCESS;
}

CUresult
pool_action (struct ctx *c, size_t size, struct action **a, CUdeviceptr *at)
{
  struct mem *m;
  CUresult r
    = standard () ? pooled_new (c, standard_pool, size, true, a, &m) : CUDA_ERROR_OUT_OF_MEMORY;
  if (!r)
    *at = m->base;
  return r;
}

void
pool_again (const struct action *a)
{
  struct mem *m = mem_find (a->mem.base);
  if (m && m->id == a->mem.id)
    m->freed = false;
}

/* Memory of P, or of the current pool, from S's next operation on.  */
static CUresult
alloc_async (CUdeviceptr *dptr, size_t size, CUmemoryPool pool, bool named, CUstream stream)
{
  struct stream *s;
  struct pool *p;
  struct action *a;
  struct mem *m;
  uintptr_t at;
  uint64_t id;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!dptr || !size)
    return CUDA_ERROR_INVALID_VALUE;
  r = stream_get (c, stream, &s);
  if (r)
    return r;
  if (!standard ())
    return CUDA_ERROR_OUT_OF_MEMORY;
  p = named ? handle_get (K_POOL, pool) : chosen_pool;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  r = pooled_new (c, p, size, s->capture != NULL, &a, &m);
  if (r)
    return r;
  at = m->base;
  id = m->id;
  r = stream_push (s, a, NULL);
  m = mem_find (at);
  if (!r)
    *dptr = at;
  else if (m && m->id == id)
    mem_end (m);
  return r;
}

STREAM_API (cuMemAllocAsync, stream, (CUdeviceptr * p, size_t size, CUstream stream),
	    (p, size, stream))
{
  return alloc_async (p, size, NULL, false, stream);
}

STREAM_API (cuMemAllocFromPoolAsync, stream,
	    (CUdeviceptr * p, size_t size, CUmemoryPool pool, CUstream stream),
	    (p, size, pool, stream))
{
  return alloc_async (p, size, pool, true, stream);
}

STREAM_API (cuMemFreeAsync, stream, (CUdeviceptr p, CUstream stream), (p, stream))
{
  struct action *a;
  struct mem *m;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!p)
    return CUDA_SUCCESS;
  m = mem_find (p);
  if (!m || m->base != p || m->freed || (m->kind != MEM_POOLED && m->kind != MEM_DEVICE))
    return bad_free (p, m);
  a = action_new (ACT_FREE);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->mem.base = m->base;
  a->mem.id = m->id;
  frees = true;
  /* Memory that a graph allocates stays its own: the graph may run again.  */
  if (s->capture || m->graph)
    a->mem.id = 0;
  if (!s->capture)
    m->freed = true;
  return stream_push (s, a, NULL);
}

CUresult
cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!pool)
    return CUDA_ERROR_INVALID_VALUE;
  if (!standard ())
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = standard_pool->handle;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetMemPool (CUmemoryPool *pool, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!pool)
    return CUDA_ERROR_INVALID_VALUE;
  if (!standard ())
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = chosen_pool->handle;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceSetMemPool (CUdevice dev, CUmemoryPool pool)
{
  struct pool *p;
  ENTER_DEVICE (dev, c);
  p = handle_get (K_POOL, pool);
  if (!p || !standard ())
    return CUDA_ERROR_INVALID_VALUE;
  chosen_pool = p;
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolCreate (CUmemoryPool *pool, const CUmemPoolProps *props)
{
  struct pool *p;
  ENTER (IN_DRIVER, c);
  if (!pool || !props || props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (props->location.type != CU_MEM_LOCATION_TYPE_DEVICE
      || props->handleTypes != CU_MEM_HANDLE_TYPE_NONE)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (props->location.id != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!standard () || !(p = pool_new (false, props->maxSize)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pool = p->handle;
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolDestroy (CUmemoryPool pool)
{
  struct pool *p;
  ENTER (IN_DRIVER, c);
  p = handle_get (K_POOL, pool);
  if (!p || p->standard)
    return CUDA_ERROR_INVALID_VALUE;
  if (chosen_pool == p)
    chosen_pool = standard_pool;
  handle_free (p->handle);
  p->handle = NULL;
  p->dying = true;
  if (!p->used)
    pool_end (p);
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolTrimTo (CUmemoryPool pool, size_t keep)
{
  (void) keep; /* nothing is kept that is not used */
  ENTER (IN_DRIVER, c);
  return handle_get (K_POOL, pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuMemPoolSetAttribute (CUmemoryPool pool, CUmemPool_attribute a, void *value)
{
  struct pool *p;
  uint64_t v;
  ENTER (IN_DRIVER, c);
  p = handle_get (K_POOL, pool);
  if (!p || !value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      memcpy (&p->reuse[a - 1], value, sizeof (int));
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
      memcpy (&v, value, sizeof v);
      p->threshold = v;
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
      memcpy (&v, value, sizeof v);
      if (v)
	return CUDA_ERROR_INVALID_VALUE;
      p->high = p->used;
      return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
cuMemPoolGetAttribute (CUmemoryPool pool, CUmemPool_attribute a, void *value)
{
  struct pool *p;
  uint64_t v;
  ENTER (IN_DRIVER, c);
  p = handle_get (K_POOL, pool);
  if (!p || !value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      memcpy (value, &p->reuse[a - 1], sizeof (int));
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: v = p->threshold; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: v = p->used; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: v = p->high; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  memcpy (value, &v, sizeof v);
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolSetAccess (CUmemoryPool pool, const CUmemAccessDesc *map, size_t n)
{
  ENTER (IN_DRIVER, c);
  if (!handle_get (K_POOL, pool) || (n && !map))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || map[i].location.id != 0
	|| map[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolGetAccess (CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *where)
{
  ENTER (IN_DRIVER, c);
  if (!flags || !where || !handle_get (K_POOL, pool) || where->type != CU_MEM_LOCATION_TYPE_DEVICE
      || where->id != 0)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return CUDA_SUCCESS;
}

/* Graphs hold their memory as long as they live: none is reserved beside.  */
CUresult
cuDeviceGraphMemTrim (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetGraphMemAttribute (CUdevice dev, CUgraphMem_attribute a, void *value)
{
  uint64_t v = 0;
  ENTER_DEVICE (dev, c);
  if (!value || (unsigned) a > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < nmems; i++)
    if (mems[i]->graph)
      v += mems[i]->size;
  memcpy (value, &v, sizeof v);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceSetGraphMemAttribute (CUdevice dev, CUgraphMem_attribute a, void *value)
{
  uint64_t v;
  ENTER_DEVICE (dev, c);
  if (!value || (a != CU_GRAPH_MEM_ATTR_USED_MEM_HIGH && a != CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (&v, value, sizeof v);
  return v ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

/* ---- what there is not: mapping by hand ---- */

static CUresult
refuse (void)
{
  return CUDA_ERROR_NOT_SUPPORTED;
}

#pragma GCC diagnostic ignored "-Wattribute-alias"
#define REFUSE(symbol) \
  extern __typeof__ (*(px_fn_##symbol) 0) symbol __attribute__ ((alias ("refuse")))

REFUSE (cuMemAddressReserve);
REFUSE (cuMemAddressFree);
REFUSE (cuMemCreate);
REFUSE (cuMemRelease);
REFUSE (cuMemMap);
REFUSE (cuMemUnmap);
REFUSE (cuMemSetAccess);
REFUSE (cuMemGetAccess);
REFUSE (cuMemGetAllocationGranularity);
REFUSE (cuMemGetAllocationPropertiesFromHandle);
REFUSE (cuMemRetainAllocationHandle);
