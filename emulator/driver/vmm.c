/* SPDX-License-Identifier: MIT */
/* Virtual memory management: memory without an address (cuMemCreate), addresses without memory
   (cuMemAddressReserve), and mappings of memory at addresses (cuMemMap), which the device may use
   after cuMemSetAccess.  CUDA Driver API, "Virtual Memory Management".

   Memory is a file without a name (memfd), so it may be mapped at several addresses and passed to
   other processes as a descriptor; its two seals distinguish such a descriptor from
   others.  A mapping with access is an allocation (MEM_MAPPED); adjacent ones form one range for
   kernels and copies.  Called with drv.lock held.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  SEALS = F_SEAL_SHRINK | F_SEAL_GROW
};
/* The unit of sizes and addresses; the same as on every NVIDIA GPU so far.  */
static const size_t granularity = (size_t) 2 << 20;

/* Memory exists as long as it has a handle or a mapping.  */
struct memory
{
  struct memory *next;
  void *handle;
  unsigned retained, mapped; /* number of cuMemRelease calls that must follow; number of
				mappings */
  int fd;
  size_t size;
  bool written; /* it may contain data: it was accessible before, or another process made it */
  CUmemAllocationProp prop;
  struct callers callers;
};

struct mapping
{
  struct mapping *next;
  uintptr_t base;
  size_t size;
  struct memory *memory;
  bool access;
};

/* Reserved addresses.  GUARDED: they belong to an area that the program must not access
   (emulator/driver/device.c), and are not reused after they are freed.  */
struct addresses
{
  struct addresses *next;
  uintptr_t base;
  size_t size;
  bool guarded;
};

static struct memory *memories;
static struct mapping *mappings;
static struct addresses *reserved;

/* Returns true if [BASE, BASE + SIZE) lies in [IN, IN + ROOM).  */
static bool
within (uintptr_t base, size_t size, uintptr_t in, size_t room)
{
  return base - in < room && size <= room - (base - in);
}

static bool
whole_units (uintptr_t base, size_t size)
{
  return size && !(base % granularity) && !(size % granularity);
}

/* ---- memory ---- */

static CUresult
valid_prop (const CUmemAllocationProp *p)
{
  if (!p || p->type != CU_MEM_ALLOCATION_TYPE_PINNED || p->win32HandleMetaData)
    return CUDA_ERROR_INVALID_VALUE;
  if (p->location.type != CU_MEM_LOCATION_TYPE_DEVICE
      || (p->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
    return CUDA_ERROR_NOT_SUPPORTED;
  return p->location.id ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

/* Makes memory of SIZE bytes in the file FD; owns FD unless it fails.  */
static CUresult
memory_new (int fd, size_t size, const CUmemAllocationProp *prop, CUmemGenericAllocationHandle *h)
{
  struct memory *m = calloc (1, sizeof *m);
  if (m)
    m->handle = handle_new (K_MEMORY, m);
  if (!m || !m->handle)
    {
      free (m);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  m->fd = fd;
  m->size = size;
  m->prop = *prop;
  m->retained = 1;
  if (px_emu_checking (drv.emu))
    place_callers (&m->callers);
  m->next = memories;
  memories = m;
  drv.used += size;
  *h = (uintptr_t) m->handle;
  return CUDA_SUCCESS;
}

static void
memory_unuse (struct memory *m)
{
  if (m->retained || m->mapped)
    return;
  for (struct memory **p = &memories; *p; p = &(*p)->next)
    if (*p == m)
      {
	*p = m->next;
	break;
      }
  drv.used -= m->size;
  close (m->fd);
  free (m);
}

static struct memory *
memory_get (CUmemGenericAllocationHandle h)
{
  return handle_get (K_MEMORY, (void *) (uintptr_t) h);
}

void
vmm_leaks (void)
{
  char where[600];
  for (const struct memory *m = memories; m; m = m->next)
    {
      place_started (&m->callers, "the allocation", where, sizeof where);
      px_emu_check_leak (drv.emu, m->size, where);
    }
}

CUresult
cuMemGetAllocationGranularity (size_t *unit, const CUmemAllocationProp *prop,
			       CUmemAllocationGranularity_flags option)
{
  CUresult r;
  ENTER (IN_DRIVER, c);
  r = valid_prop (prop);
  if (r)
    return r;
  if (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM && option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  return GIVE_AT (unit, granularity);
}

CUresult
cuMemCreate (CUmemGenericAllocationHandle *h, size_t size, const CUmemAllocationProp *prop,
	     unsigned long long flags)
{
  CUresult r;
  int fd;
  ENTER (IN_DRIVER, c);
  r = valid_prop (prop);
  if (r)
    return r;
  if (!h || flags || !whole_units (0, size))
    return CUDA_ERROR_INVALID_VALUE;
  if (size > drv.total || drv.used > drv.total - size)
    return CUDA_ERROR_OUT_OF_MEMORY;
  fd = file_new (size, SEALS);
  if (fd < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = memory_new (fd, size, prop, h);
  if (r)
    close (fd);
  return r;
}

CUresult
cuMemRelease (CUmemGenericAllocationHandle h)
{
  struct memory *m;
  ENTER (IN_DRIVER, c);
  m = memory_get (h);
  if (!m)
    return CUDA_ERROR_INVALID_VALUE;
  mem_frees ();
  if (!--m->retained)
    {
      handle_free (m->handle);
      memory_unuse (m);
    }
  return CUDA_SUCCESS;
}

CUresult
cuMemGetAllocationPropertiesFromHandle (CUmemAllocationProp *prop, CUmemGenericAllocationHandle h)
{
  struct memory *m;
  ENTER (IN_DRIVER, c);
  m = memory_get (h);
  return m ? GIVE_AT (prop, m->prop) : CUDA_ERROR_INVALID_VALUE;
}

/* *OUT, an int, becomes a descriptor that the caller closes.  */
CUresult
cuMemExportToShareableHandle (void *out, CUmemGenericAllocationHandle h,
			      CUmemAllocationHandleType type, unsigned long long flags)
{
  struct memory *m;
  ENTER (IN_DRIVER, c);
  m = memory_get (h);
  if (!out || !m || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
      || !(m->prop.requestedHandleTypes & type))
    return CUDA_ERROR_INVALID_VALUE;
  m->written = true; /* perhaps, by the process that gets it */
  return file_give (out, m->fd);
}

/* OS_HANDLE is the descriptor itself, which the caller keeps.  */
CUresult
cuMemImportFromShareableHandle (CUmemGenericAllocationHandle *h, void *os_handle,
				CUmemAllocationHandleType type)
{
  static const CUmemAllocationProp prop
    = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
	.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
	.location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
  struct stat s;
  CUresult r;
  int fd, seals;
  ENTER (IN_DRIVER, c);
  fd = (int) (intptr_t) os_handle;
  seals = fcntl (fd, F_GET_SEALS);
  if (!h || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || seals < 0
      || (seals & SEALS) != SEALS || fstat (fd, &s) || !whole_units (0, (size_t) s.st_size))
    return CUDA_ERROR_INVALID_VALUE;
  fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  if (fd < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  r = memory_new (fd, (size_t) s.st_size, &prop, h);
  if (r)
    close (fd);
  else
    memory_get (*h)->written = true;
  return r;
}

/* ---- addresses ---- */

CUresult
cuMemAddressReserve (CUdeviceptr *p, size_t size, size_t alignment, CUdeviceptr wanted,
		     unsigned long long flags)
{
  struct addresses *a;
  size_t room;
  char *at;
  ENTER (IN_DRIVER, c);
  (void) wanted; /* only a hint */
  if (alignment < granularity)
    alignment = granularity;
  if (!p || flags || !whole_units (0, size) || (alignment & (alignment - 1))
      || __builtin_add_overflow (size, alignment, &room))
    return CUDA_ERROR_INVALID_VALUE;
  a = malloc (sizeof *a);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  at = device_new (room, false);
  a->guarded = at;
  if (!at)
    at = mmap (NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    {
      free (a);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  a->base = ((uintptr_t) at + alignment - 1) & -(uintptr_t) alignment;
  a->size = size;
  if (!a->guarded)
    {
      size_t before = a->base - (uintptr_t) at;
      if (before)
	munmap (at, before);
      munmap ((void *) (a->base + size), room - before - size);
    }
  a->next = reserved;
  reserved = a;
  *p = a->base;
  return CUDA_SUCCESS;
}

/* Returns the first mapping that contains bytes of [BASE, BASE + SIZE), or NULL.  */
static struct mapping *
mapping_at (uintptr_t base, size_t size)
{
  struct mapping *found = NULL;
  for (struct mapping *m = mappings; m; m = m->next)
    if (m->base < base + size && base < m->base + m->size && (!found || m->base < found->base))
      found = m;
  return found;
}

CUresult
cuMemAddressFree (CUdeviceptr p, size_t size)
{
  ENTER (IN_DRIVER, c);
  for (struct addresses *a, **at = &reserved; (a = *at); at = &a->next)
    if (a->base == p && a->size == size && !mapping_at (p, size))
      {
	*at = a->next;
	if (!a->guarded)
	  munmap ((void *) a->base, size);
	free (a);
	return CUDA_SUCCESS;
      }
  return CUDA_ERROR_INVALID_VALUE;
}

/* ---- mappings ---- */

/* Returns true if [BASE, BASE + SIZE) consists of whole mappings without a gap.  */
static bool
whole_mappings (uintptr_t base, size_t size)
{
  const struct mapping *m;
  if (!whole_units (base, size))
    return false;
  while (size && (m = mapping_at (base, size)) && m->base == base && m->size <= size)
    {
      base += m->size;
      size -= m->size;
    }
  return !size;
}

static bool
guarded_area (uintptr_t base)
{
  bool host;
  return device_has (base, &host) && device_any ();
}

CUresult
cuMemMap (CUdeviceptr p, size_t size, size_t offset, CUmemGenericAllocationHandle h,
	  unsigned long long flags)
{
  struct memory *m;
  struct mapping *new;
  const struct addresses *a;
  ENTER (IN_DRIVER, c);
  m = memory_get (h);
  for (a = reserved; a && !within (p, size, a->base, a->size); a = a->next)
    ;
  if (!m || !a || flags || !whole_units (p, size) || offset % granularity
      || !within (offset, size, 0, m->size) || mapping_at (p, size))
    return CUDA_ERROR_INVALID_VALUE;
  new = malloc (sizeof *new);
  if (!new
      || mmap ((void *) p, size, PROT_NONE, MAP_SHARED | MAP_FIXED, m->fd, (off_t) offset)
	   == MAP_FAILED)
    {
      free (new);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  m->mapped++;
  *new = (struct mapping){ mappings, p, size, m, false };
  mappings = new;
  return CUDA_SUCCESS;
}

void
vmm_end (uintptr_t base)
{
  mapping_at (base, 1)->access = false;
  if (!guarded_area (base))
    mprotect ((void *) base, mapping_at (base, 1)->size, PROT_NONE);
}

/* Gives the device access to M, or removes it.  */
static CUresult
set_access (struct ctx *c, struct mapping *m, bool access)
{
  if (m->access == access)
    return CUDA_SUCCESS;
  if (!access)
    {
      mem_end (mem_find (m->base));
      return CUDA_SUCCESS;
    }
  if (!guarded_area (m->base) && mprotect ((void *) m->base, m->size, PROT_READ | PROT_WRITE))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!mem_adopt (c, (void *) m->base, m->size, MEM_MAPPED, 0))
    return CUDA_ERROR_OUT_OF_MEMORY;
  m->access = true;
  /* The sanitizer does not see writes through another address, or earlier ones: count all as
     written.  */
  if (m->memory->written)
    px_emu_check_write (drv.emu, m->base, m->size);
  m->memory->written = true;
  return CUDA_SUCCESS;
}

CUresult
cuMemUnmap (CUdeviceptr p, size_t size)
{
  ENTER (IN_DRIVER, c);
  if (!whole_mappings (p, size))
    return CUDA_ERROR_INVALID_VALUE;
  if (c)
    ctx_drain (c);
  if (!whole_mappings (p, size)) /* another thread has unmapped it */
    return CUDA_ERROR_INVALID_VALUE;
  for (struct mapping *m, **at = &mappings; (m = *at);)
    if (within (m->base, m->size, p, size))
      {
	set_access (m->access ? mem_find (m->base)->ctx : NULL, m, false);
	mmap ((void *) m->base, m->size, PROT_NONE,
	      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	*at = m->next;
	m->memory->mapped--;
	memory_unuse (m->memory);
	free (m);
      }
    else
      at = &m->next;
  return CUDA_SUCCESS;
}

CUresult
cuMemSetAccess (CUdeviceptr p, size_t size, const CUmemAccessDesc *desc, size_t n)
{
  ENTER (IN_CONTEXT, c);
  if (!desc || !n || !whole_mappings (p, size))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    {
      if (desc[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || desc[i].location.id
	  || (desc[i].flags & ~CU_MEM_ACCESS_FLAGS_PROT_READWRITE))
	return CUDA_ERROR_INVALID_VALUE;
      if (desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
	return CUDA_ERROR_NOT_SUPPORTED;
    }
  bool access = desc[n - 1].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (!access)
    ctx_drain (c);
  CUresult r = whole_mappings (p, size) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  for (struct mapping *m = mappings; m && !r; m = m->next)
    if (within (m->base, m->size, p, size))
      r = set_access (c, m, access);
  return r;
}

CUresult
cuMemGetAccess (unsigned long long *flags, const CUmemLocation *where, CUdeviceptr p)
{
  const struct mapping *m;
  ENTER (IN_DRIVER, c);
  m = mapping_at (p, 1);
  if (!m || !where || where->type != CU_MEM_LOCATION_TYPE_DEVICE || where->id)
    return CUDA_ERROR_INVALID_VALUE;
  return GIVE_AT (flags, m->access ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : 0);
}

CUresult
cuMemRetainAllocationHandle (CUmemGenericAllocationHandle *h, void *p)
{
  struct mapping *m;
  ENTER (IN_DRIVER, c);
  m = mapping_at ((uintptr_t) p, 1);
  if (!h || !m)
    return CUDA_ERROR_INVALID_VALUE;
  if (!m->memory->retained)
    m->memory->handle = handle_new (K_MEMORY, m->memory);
  if (!m->memory->handle)
    return CUDA_ERROR_OUT_OF_MEMORY;
  m->memory->retained++;
  *h = (uintptr_t) m->memory->handle;
  return CUDA_SUCCESS;
}
