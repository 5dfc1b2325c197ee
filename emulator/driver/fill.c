/* SPDX-License-Identifier: MIT */
/* Fills.  fill_action checks a fill and makes an action; fill_run executes it.  */
#include "emulator/driver/drv.h"

#include <string.h>

/* Computes the bytes from the first to the last of a fill.  Returns false if they overflow.  */
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
  if (p->width && p->height)
    {
      if (p->dst % p->elementSize || !fill_extent (p, &size))
	return CUDA_ERROR_INVALID_VALUE;
      if (!mem_will_be_ok (p->dst, size))
	{
	  char what[160];
	  px_emu_mem_say (drv.emu, p->dst, size, what, sizeof what);
	  drv_why ("%zu bytes at 0x%zx are not in memory of the device: %s", size, (size_t) p->dst,
		   what);
	  return CUDA_ERROR_INVALID_VALUE;
	}
    }
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
  if (!fill_extent (p, &size) || !mem_range_ok (p->dst, size))
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
  px_emu_check_worked (drv.emu);
  pthread_mutex_lock (&drv.lock);
  drv.running--;
  mem_reap ();
  return CUDA_SUCCESS;
}

/* Fills are asynchronous to the host, except those of pinned memory.  */
static CUresult
submit_fill (CUdeviceptr dst, size_t pitch, unsigned value, unsigned element, size_t width,
	     size_t height, CUstream stream, bool sync)
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
  if (sync && mem_pinned ((void *) (uintptr_t) dst))
    return stream_do (s, a);
  return stream_push (s, a, NULL);
}

/* One row for each element size.  */
#define FILL(bits, type) \
  THREAD_API (cuMemsetD##bits##_v2, stream, (CUdeviceptr dst, type v, size_t n), (dst, v, n)) \
  { \
    return submit_fill (dst, 0, v, bits / 8, n, 1, stream, true); \
  } \
  STREAM_API (cuMemsetD##bits##Async, stream, \
	      (CUdeviceptr dst, type v, size_t n, CUstream stream), (dst, v, n, stream)) \
  { \
    return submit_fill (dst, 0, v, bits / 8, n, 1, stream, false); \
  } \
  THREAD_API (cuMemsetD2D##bits##_v2, stream, \
	      (CUdeviceptr dst, size_t pitch, type v, size_t w, size_t h), (dst, pitch, v, w, h)) \
  { \
    return submit_fill (dst, pitch, v, bits / 8, w, h, stream, true); \
  } \
  STREAM_API (cuMemsetD2D##bits##Async, stream, \
	      (CUdeviceptr dst, size_t pitch, type v, size_t w, size_t h, CUstream stream), \
	      (dst, pitch, v, w, h, stream)) \
  { \
    return submit_fill (dst, pitch, v, bits / 8, w, h, stream, false); \
  }

FILL (8, unsigned char)
FILL (16, unsigned short)
FILL (32, unsigned)
