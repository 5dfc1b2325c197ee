/* SPDX-License-Identifier: MIT */
/* Memory of the device and of the host: allocation, its end, lookup by address.  */
#include "base/search.h"
#include "base/room.h"
#include "emulator/driver/drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  ALIGN = 512,
  PAGE = 4096,	 /* unit of memory that other processes may open (emulator/driver/ipc.c) */
  MARGIN = 4096, /* bytes after checked memory */
  /* Of so many bytes malloc gives memory that was in use before; what is larger is the kernel's (mallopt
     (3), M_MMAP_THRESHOLD).  */
  USED_BEFORE = 32 << 20
};

/* ---- allocations ---- */

static struct mem **mems; /* sorted by address */
static bool frees;	  /* the program frees memory */
static size_t nmems, cap_mems;

/* Host memory whose unmapping waits for running kernels, because a kernel with a wild pointer
   must not access an unmapped page.  */
static void **dead;
static size_t ndead, cap_dead;

/* Returns the index of the first allocation above ADDR.  */
static size_t
above (uintptr_t addr)
{
  return PX_FIRST (i, nmems, mems[i]->base > addr);
}

struct mem *
mem_below (uintptr_t addr)
{
  size_t i = above (addr);
  return i ? mems[i - 1] : NULL;
}

struct mem *
mem_find (uintptr_t addr)
{
  struct mem *m = mem_below (addr);
  return m && addr - m->base < m->size ? m : NULL;
}

static bool
mem_insert (struct mem *m)
{
  size_t i;
  if (!PX_ROOM (mems, nmems, cap_mems))
    return false;
  i = above (m->base);
  memmove (mems + i + 1, mems + i, (nmems - i) * sizeof *mems);
  mems[i] = m;
  nmems++;
  return true;
}

static bool
counts (const struct mem *m)
{
  return m->kind != MEM_HOST && m->kind != MEM_REGISTERED && m->kind != MEM_MAPPED;
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
  static const enum px_emu_mem known[]
    = { [MEM_DEVICE] = PX_EMU_MEM_DEVICE,     [MEM_HOST] = PX_EMU_MEM_PINNED,
	[MEM_REGISTERED] = PX_EMU_MEM_PINNED, [MEM_MANAGED] = PX_EMU_MEM_MANAGED,
	[MEM_POOLED] = PX_EMU_MEM_DEVICE,     [MEM_MAPPED] = PX_EMU_MEM_MAPPED };
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
    place_callers (&m->callers);
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

/* Makes an allocation.  Returns NULL if there is not enough memory.  */
struct mem *
mem_new (struct ctx *c, size_t size, enum mem_kind kind, unsigned flags)
{
  struct mem *m;
  void *p, *own;
  bool checked = px_emu_checking (drv.emu), host = kind == MEM_HOST || kind == MEM_MANAGED;
  /* Memory that the host accesses has pages of its own (emulator/driver/guard.c).  */
  size_t align = checked && host ? MARGIN : kind == MEM_DEVICE || kind == MEM_POOLED ? PAGE : ALIGN;

  if (size > SIZE_MAX / 2
      || (kind != MEM_HOST && (size > drv.total || drv.used > drv.total - size)))
    return NULL;
  if ((own = device_new (size, host)))
    p = own;
  else if (posix_memalign (&p, align, ((size + align - 1) & -align) + (checked ? MARGIN : 0)))
    return NULL;
  else if (size <= USED_BEFORE)
    memset (p, 0, size); /* as a GPU gives it to a program */
  m = mem_adopt (c, p, size, kind, flags);
  if (!m && !own)
    free (p);
  return m;
}

void
mem_reap (void)
{
  /* In a checked run addresses are not reused: a dangling pointer must not reach new memory.  */
  if (drv.running || px_emu_checking (drv.emu))
    return;
  while (ndead)
    free (dead[--ndead]);
}

void
mem_end (struct mem *m)
{
  if (px_emu_checking (drv.emu))
    place_ended (m);
  size_t i = above (m->base) - 1;
  memmove (mems + i, mems + i + 1, (--nmems - i) * sizeof *mems);
  px_emu_mem_remove (drv.emu, (void *) m->base);
  guard_forget (m->base, m->size);
  if (counts (m))
    drv.used -= m->size;
  if (m->pool)
    pool_less (m->pool, m->size);
  ipc_end (m);
  if (m->kind == MEM_MAPPED)
    vmm_end (m->base);
  else if (m->kind != MEM_REGISTERED && !m->opened)
    {
      if (PX_ROOM (dead, ndead, cap_dead))
	dead[ndead++] = (void *) m->base;
      uintptr_t page = (m->base + 4095) & -(uintptr_t) 4096;
      if (px_emu_checking (drv.emu) && m->base + m->size > page)
	madvise ((void *) page, (m->base + m->size - page) & -(size_t) 4096, MADV_DONTNEED);
      device_end ((void *) m->base, m->size);
    }
  free (m);
  mem_reap ();
}

void
mem_close (struct mem *m)
{
  if (m->opened > 1)
    {
      m->opened--;
      m->freed = false;
    }
  else
    mem_end (m);
}

void
mem_away (struct mem *m, bool away)
{
  if (m->away == away)
    return;
  m->away = away;
  if (away)
    px_emu_mem_remove (drv.emu, (void *) m->base);
  else
    px_emu_mem_add (drv.emu, (void *) m->base, m->size, PX_EMU_MEM_DEVICE);
}

static void
leak (const struct mem *m)
{
  char where[600];
  if (m->kind == MEM_MAPPED || m->opened || m->graph || m->freed || m->part
      || !px_emu_checking (drv.emu))
    return;
  place_started (&m->callers, m->kind == MEM_REGISTERED ? "the registration" : "the allocation",
		 where, sizeof where);
  if (m->kind == MEM_REGISTERED)
    {
      char what[700];
      snprintf (what, sizeof what, "%zu bytes of the host's are still registered%s", m->size,
		where);
      px_emu_check_left (drv.emu, what,
			 "their unregistration before the end of the context or program");
    }
  else
    px_emu_check_leak (drv.emu, m->size, where);
}

void
mem_frees (void)
{
  frees = true;
}

uint64_t
mem_of_graphs (void)
{
  uint64_t n = 0;
  for (size_t i = 0; i < nmems; i++)
    if (mems[i]->graph)
      n += mems[i]->size;
  return n;
}

void
mem_leaks (void)
{
  for (size_t i = 0; frees && i < nmems; i++)
    leak (mems[i]);
  if (frees && px_emu_checking (drv.emu))
    {
      vmm_leaks ();
      owned_leaks (NULL);
    }
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

bool
mem_range_ok (uintptr_t addr, size_t size)
{
  px_emu_range r;
  return px_emu_mem_find (drv.emu, addr, &r) && size <= r.size - (addr - r.base);
}

bool
mem_on_device (uintptr_t addr)
{
  const struct mem *m = mem_find (addr);
  return m && (m->kind == MEM_DEVICE || m->kind == MEM_POOLED);
}

bool
mem_will_be_ok (uintptr_t addr, size_t size)
{
  const struct mem *m = mem_find (addr);
  px_emu_range r;
  if (!m && px_emu_mem_find (drv.emu, addr, &r) && r.heap)
    return false;
  return m && m->away ? size <= m->size - (addr - m->base) : mem_range_ok (addr, size);
}

static CUresult
allocate_bytes (CUdeviceptr *p, size_t size, enum mem_kind kind, unsigned flags)
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
  return allocate_bytes (p, size, MEM_DEVICE, 0);
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
  r = allocate_bytes (p, size, MEM_DEVICE, 0);
  if (!r)
    *pitch = row;
  return r;
}

CUresult
cuMemAllocManaged (CUdeviceptr *p, size_t size, unsigned flags)
{
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate_bytes (p, size, MEM_MANAGED, flags);
}

CUresult
mem_bad_free (uintptr_t p, const struct mem *m)
{
  char where[600];
  struct callers callers;
  if (px_emu_checking (drv.emu))
    {
      place_callers (&callers);
      place_started (&callers, "the free", where, sizeof where);
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
  if (!m || m->base != p || !counts (m) || m->freed || (m->opened && !m->pool))
    return mem_bad_free (p, m);
  mem_frees ();
  if (m->graph)
    {
      ctx_drain (m->ctx);
      m = mem_find (p);
      if (m && m->base == p)
	{
	  m->freed = true;
	  m->live = false;
	  mem_away (m, true);
	}
      return CUDA_SUCCESS;
    }
  if (m->kind != MEM_POOLED)
    {
      ctx_drain (m->ctx);
      m = mem_find (p); /* another thread may have freed it */
      if (!m || m->base != p || !counts (m))
	return CUDA_ERROR_INVALID_VALUE;
    }
  else
    {
      order_free (m->ctx, m->base, m->size, "a free by the host");
      m = mem_find (p);
      if (!m || m->base != p || m->freed)
	return CUDA_ERROR_INVALID_VALUE;
    }
  mem_close (m);
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
    return mem_bad_free ((uintptr_t) p, m);
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
  if (m && m->kind == MEM_REGISTERED)
    {
      order_free (m->ctx, m->base, m->size, "the end of its registration");
      ctx_drain (m->ctx);
      m = mem_find ((uintptr_t) p);
    }
  if (!m || m->base != (uintptr_t) p || m->kind != MEM_REGISTERED)
    return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  mem_end (m);
  return CUDA_SUCCESS;
}

struct mem *
mem_pinned (const void *p)
{
  struct mem *m = mem_find ((uintptr_t) p);
  return m && (m->kind == MEM_HOST || m->kind == MEM_REGISTERED) ? m : NULL;
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *dptr, void *p, unsigned flags)
{
  ENTER (IN_HEALTH, c);
  if (!dptr || flags || !mem_pinned (p))
    return CUDA_ERROR_INVALID_VALUE;
  *dptr = (uintptr_t) p;
  return CUDA_SUCCESS;
}

CUresult
cuMemHostGetFlags (unsigned *flags, void *p)
{
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = mem_pinned (p);
  if (!flags || !m)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = m->flags;
  return CUDA_SUCCESS;
}
