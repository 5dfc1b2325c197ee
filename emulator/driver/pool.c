/* SPDX-License-Identifier: MIT */
/* Pools, stream-ordered memory, and memory that graphs own.  An allocation exists from the call
   on (mem.c); the actions determine when the program may use it, and async_run frees it.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pool
{
  CUmemoryPool handle; /* must be first: pointer_attribute reads it */
  struct pool *next;
  bool standard; /* the device's default pool */
  bool dying;	 /* destroyed, but allocations are left */
  bool imported; /* it belongs to another process, and so do its allocations */
  int fd;	 /* the file by which other processes open it; -1: it cannot be shared */
  size_t used, high, max, threshold;
  int reuse[3];
  struct owned owned;
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
  p->fd = -1;
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
  if (p->fd >= 0)
    close (p->fd);
  free (p);
}

void
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
  if (a->mem.id && m && m->id == a->mem.id)
    px_emu_footprint_add (f, m->base, m->size, PX_EMU_WROTE);
}

CUresult
async_run (struct ctx *c, struct action *a)
{
  struct mem *m;
  (void) c;
  m = a->mem.id ? mem_find (a->mem.base) : NULL;
  if (!m || m->id != a->mem.id)
    ;
  else if (m->graph)
    mem_away (m, a->kind == ACT_FREE);
  else if (a->kind == ACT_FREE)
    mem_close (m);
  return CUDA_SUCCESS;
}

/* Allocates SIZE bytes of P, and makes an ACT_ALLOC for them.  GRAPH: a graph owns them and
   frees them with the last of its actions.  */
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
  if (!m || m->id != a->mem.id)
    return;
  m->live = a->kind == ACT_ALLOC;
  m->freed = !m->live;
}

bool
pool_taken (const struct action *a)
{
  struct mem *m = mem_find (a->mem.base);
  return a->kind == ACT_ALLOC && m && m->id == a->mem.id && m->live;
}

/* Allocates memory of P, or of the current pool, for use from S's next operation on.  */
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
  if (!p || p->imported)
    return CUDA_ERROR_INVALID_VALUE;
  r = pooled_new (c, p, size, s->capture != NULL, &a, &m);
  if (r)
    return r;
  drv.several = true; /* who frees it need not wait */
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
  if (!m || m->base != p || m->freed || (m->kind != MEM_POOLED && m->kind != MEM_DEVICE)
      || (m->opened && !m->pool))
    return mem_bad_free (p, m);
  a = action_new (ACT_FREE);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->mem.base = m->base;
  a->mem.id = m->id;
  mem_frees ();
  /* A graph that is captured may run several times, but frees this memory once.  */
  if (s->capture && !m->graph)
    a->mem.id = 0;
  if (!s->capture)
    {
      m->freed = true;
      m->live = false;
    }
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
  if (!p || p->imported || !standard ())
    return CUDA_ERROR_INVALID_VALUE;
  chosen_pool = p;
  return CUDA_SUCCESS;
}

/* ---- pools that processes share ---- */

/* Sealed contents of the file of a pool, by which an imported descriptor is recognised.  */
static const char pool_magic[8] = "px-pool";

static int
pool_file (void)
{
  int fd = file_new (0, 0);
  if (fd >= 0
      && (write (fd, pool_magic, sizeof pool_magic) != sizeof pool_magic
	  || fcntl (fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW) < 0))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* *OUT, an int, becomes a descriptor that the caller closes.  */
CUresult
cuMemPoolExportToShareableHandle (void *out, CUmemoryPool pool, CUmemAllocationHandleType type,
				  unsigned long long flags)
{
  struct pool *p;
  ENTER (IN_DRIVER, c);
  p = handle_get (K_POOL, pool);
  if (!out || !p || p->fd < 0 || p->imported || flags
      || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  return file_give (out, p->fd);
}

/* OS_HANDLE is the descriptor itself, which the caller keeps.  */
CUresult
cuMemPoolImportFromShareableHandle (CUmemoryPool *pool, void *os_handle,
				    CUmemAllocationHandleType type, unsigned long long flags)
{
  char magic[sizeof pool_magic];
  int fd = (int) (intptr_t) os_handle;
  struct pool *p;
  ENTER (IN_DRIVER, c);
  if (!pool || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
      || pread (fd, magic, sizeof magic, 0) != sizeof magic
      || memcmp (magic, pool_magic, sizeof magic) || !(fcntl (fd, F_GET_SEALS) & F_SEAL_WRITE))
    return CUDA_ERROR_INVALID_VALUE;
  if (!standard () || !(p = pool_new (false, 0)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  p->imported = true;
  owned_new (&p->owned, NULL, "a pool");
  *pool = p->handle;
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolExportPointer (CUmemPoolPtrExportData *data, CUdeviceptr at)
{
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = mem_find (at);
  if (m && !m->shared)
    ctx_drain (m->ctx);
  m = mem_find (at);
  if (!data || !m || m->base != at || m->freed || m->opened || !m->pool || m->pool->fd < 0)
    return CUDA_ERROR_INVALID_VALUE;
  return ipc_handle (m, data);
}

CUresult
cuMemPoolImportPointer (CUdeviceptr *at, CUmemoryPool pool, CUmemPoolPtrExportData *data)
{
  struct pool *p;
  struct mem *m;
  CUresult r;
  ENTER (IN_HEALTH, c);
  p = handle_get (K_POOL, pool);
  if (!at || !data || !p || !p->imported)
    return CUDA_ERROR_INVALID_VALUE;
  r = ipc_open (c, data, &m);
  if (r)
    return r;
  if (!m->pool)
    {
      m->pool = p;
      p->used += m->size;
    }
  *at = m->base;
  return CUDA_SUCCESS;
}

/* ---- pools ---- */

CUresult
cuMemPoolCreate (CUmemoryPool *pool, const CUmemPoolProps *props)
{
  struct pool *p;
  ENTER (IN_DRIVER, c);
  if (!pool || !props || props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (props->location.type != CU_MEM_LOCATION_TYPE_DEVICE
      || (props->handleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
    return CUDA_ERROR_NOT_SUPPORTED;
  if (props->location.id != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!standard () || !(p = pool_new (false, props->maxSize)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (props->handleTypes && (p->fd = pool_file ()) < 0)
    {
      handle_free (p->handle);
      pool_end (p);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  owned_new (&p->owned, NULL, "a pool");
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
  owned_end (&p->owned);
  p->handle = NULL;
  p->dying = true;
  if (!p->used)
    pool_end (p);
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolTrimTo (CUmemoryPool pool, size_t keep)
{
  (void) keep; /* no unused memory is kept */
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

/* Graphs own their memory as long as they exist; no other memory is reserved.  */
CUresult
cuDeviceGraphMemTrim (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetGraphMemAttribute (CUdevice dev, CUgraphMem_attribute a, void *value)
{
  uint64_t v;
  ENTER_DEVICE (dev, c);
  if (!value || (unsigned) a > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
    return CUDA_ERROR_INVALID_VALUE;
  v = mem_of_graphs ();
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
