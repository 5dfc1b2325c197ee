/* SPDX-License-Identifier: MIT */
/* Copies.  copy_action checks a copy of any form and makes an action; copy_run executes it, and
   checks each row against the allocations that contain it (mem.c) or against the array
   (texture.c).  */
#include "emulator/driver/drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  STAGE = 1 << 20 /* bytes of pageable memory that a copy buffers, so that its caller need not
		     wait */
};

/* One side of a copy.  */
struct side
{
  const char *name, *way; /* for messages */
  CUmemorytype type;
  const void *host;
  CUdeviceptr device;
  CUarray array;
  size_t x, y, z, lod, pitch, height;
};

/* Resolves S for a copy of WIDTH bytes by HEIGHT by DEPTH: its first byte, the distances of
   rows and slices, and whether it must be memory that the device may access.  */
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
	*device = px_emu_mem_find (drv.emu, base, &r) || mem_find (base);
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
  if (!base)
    {
      drv_why ("the %s is NULL", s->name);
      return CUDA_ERROR_INVALID_VALUE;
    }
  if (s->lod || __builtin_add_overflow (s->x, width, &row))
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
  if (*device && !mem_will_be_ok (base, end))
    {
      char what[160];
      px_emu_mem_say (drv.emu, base, end, what, sizeof what);
      drv_why ("the %s, %zu bytes at 0x%zx, is not in memory of the device: %s", s->name, end,
	       (size_t) base, what);
      return CUDA_ERROR_INVALID_VALUE;
    }
  if (s->type == CU_MEMORYTYPE_HOST && mem_on_device (base))
    {
      drv_why ("the %s, 0x%zx, is memory of the device, and the copy is one %s the host", s->name,
	       (size_t) base, s->way);
      return CUDA_ERROR_INVALID_VALUE;
    }
  *first = (char *) base;
  return CUDA_SUCCESS;
}

CUresult
copy_action (const CUDA_MEMCPY3D *p, struct action **act)
{
  struct side s
    = { "source",	"from",	 p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray,
	p->srcXInBytes, p->srcY, p->srcZ,	   p->srcLOD,  p->srcPitch,  p->srcHeight };
  struct side d
    = { "destination",	"to",	 p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray,
	p->dstXInBytes, p->dstY, p->dstZ,	   p->dstLOD,  p->dstPitch,  p->dstHeight };
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

/* Returns the bytes from the first to the last of a side with these distances.  */
static size_t
extent (const struct copy *k, size_t pitch, size_t slice)
{
  return slice * (k->p.Depth - 1) + pitch * (k->p.Height - 1) + k->p.WidthInBytes;
}

CUresult
use_freed (const struct op *op, const char *what)
{
  char where[600];
  place_started (&op->callers, what, where, sizeof where);
  px_emu_check_late (drv.emu, what, where);
  drv_say ("%s uses memory that was freed before it ran", what);
  return CUDA_ERROR_ILLEGAL_ADDRESS;
}

/* Returns true if P is host memory, pinned or unknown to the device.  */
static bool
is_host (const void *p)
{
  px_emu_range r;
  return !px_emu_mem_find (drv.emu, (uintptr_t) p, &r) || r.kind == PX_EMU_MEM_PINNED;
}

/* Returns true if P, on a side that is not the DEVICE's, is pinned or managed memory that was freed.  */
static bool
freed_host (const void *p, bool device)
{
  bool host = false;
  return !device && device_has ((uintptr_t) p, &host) && host && !mem_find ((uintptr_t) p);
}

/* The memory of a copy's two sides must not overlap (cudaMemcpy, cuMemcpyDtoD): within the device
   nobody says which bytes are read first.  The same row twice does no harm.  */
static void
check_overlap (const struct op *op, const char *src)
{
  const struct copy *k = &op->act->copy;
  size_t apart = src < k->dst ? (size_t) (k->dst - src) : (size_t) (src - k->dst);
  char what[1000];
  if (!k->src_device || !k->dst_device || !apart || apart >= k->p.WidthInBytes)
    return;
  snprintf (what, sizeof what,
	    "a copy on the device has %zu bytes of its source in its destination",
	    k->p.WidthInBytes - apart);
  place_started (&op->callers, "the copy", what + strlen (what), sizeof what - strlen (what));
  px_emu_check_unordered (
    what, "a copy through other memory, or two copies of parts that do not overlap");
}

CUresult
copy_run (const struct op *op)
{
  const struct copy *k = &op->act->copy;
  const char *src = k->staged ? k->staged : k->src;
  if (!k->p.WidthInBytes || !k->p.Height || !k->p.Depth)
    return CUDA_SUCCESS;
  if (freed_host (k->dst, k->dst_device) || (!k->staged && freed_host (k->src, k->src_device)))
    return use_freed (op, "a copy");
  if ((k->dst_device && !mem_range_ok ((uintptr_t) k->dst, extent (k, k->dst_pitch, k->dst_slice)))
      || (k->src_device
	  && !mem_range_ok ((uintptr_t) k->src, extent (k, k->src_pitch, k->src_slice))))
    return use_freed (op, "a copy");
  if (px_emu_checking (drv.emu))
    check_overlap (op, src);
  /* Not for libpx and px-run, which copy whole buffers back.  */
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
  px_emu_check_worked (drv.emu);
  pthread_mutex_lock (&drv.lock);
  drv.running--;
  if (unwritten)
    {
      char where[600];
      place_started (&op->callers, "the copy", where, sizeof where);
      px_emu_check_copied_out (drv.emu, unwritten, k->p.WidthInBytes * k->p.Height * k->p.Depth,
			       first, where);
    }
  mem_reap ();
  return CUDA_SUCCESS;
}

/* Returns true if a copy accesses host memory that is not pinned.  */
static bool
pageable (const void *p, bool device)
{
  px_emu_range r;
  return !device && p && !px_emu_mem_find (drv.emu, (uintptr_t) p, &r);
}

/* Executes P in STREAM.  If SYNC, the call returns when the copy is complete.  An asynchronous
   copy from or to pageable memory has finished with that memory when it returns.  */
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

/* Copies N bytes from SRC to DST.  */
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

/* One row for each pair of a synchronous and an asynchronous function of this shape.  */
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

/* Returns an error unless both contexts are live.  */
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
  /* The two structures differ only in the contexts, where the other one has reserved fields.  */
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
